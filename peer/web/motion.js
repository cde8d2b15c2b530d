/** Cards that move from where they were to where they are; never in anybody's way. */

/** When more move at once, nobody could follow them, and a slow phone could not either. */
const MOST_MOVING = 16;

const SPEEDS = { off: 0, fast: 120, normal: 220, slow: 420 };

/** @param {import("./settings.js").Settings["speed"]} speed */
export function duration(speed) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return SPEEDS[speed];
}

/** Where everything is that can move. @param {Element} root @returns {Map<string, DOMRect>} */
export function places(root) {
  const found = new Map();
  for (const element of root.querySelectorAll("[data-flip]")) {
    found.set(element.getAttribute("data-flip"), element.getBoundingClientRect());
  }
  return found;
}

/**
 * Let what has moved glide from where it was.
 * @param {Element} root @param {Map<string, DOMRect>} before @param {number} time
 */
export function glide(root, before, time) {
  const moves = [];
  for (const element of root.querySelectorAll("[data-flip]")) {
    const was = before.get(element.getAttribute("data-flip") ?? "");
    if (!was) continue;
    const now = element.getBoundingClientRect();
    const x = was.left - now.left;
    const y = was.top - now.top;
    if (Math.abs(x) + Math.abs(y) > 2) moves.push({ element, x, y });
  }
  if (moves.length > MOST_MOVING) return;
  for (const { element, x, y } of moves) {
    element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
      duration: time,
      easing: "cubic-bezier(0.2, 0.8, 0.3, 1)",
    });
  }
}
