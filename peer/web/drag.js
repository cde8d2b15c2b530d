/** Dragging, as an extra: everything it does can be done by tapping too. */

const SLACK = 8;

/** @typedef {(id: string, target: string, over: string | null) => void} Dropped */

/**
 * Let everything with a `data-id` be dragged onto what has a `data-drop`.
 * @param {Element} root @param {Dropped} dropped
 */
export function letDrag(root, dropped) {
  /** @type {{ element: HTMLElement, id: string, x: number, y: number, moving: boolean } | null} */
  let held = null;

  root.addEventListener("pointerdown", (event) => {
    const { target, isPrimary, button, clientX: x, clientY: y } = pointer(event);
    const element = /** @type {HTMLElement | null} */ (target.closest("[data-id]"));
    const id = element?.getAttribute("data-id");
    if (element && id && isPrimary && button === 0) held = { element, id, x, y, moving: false };
  });

  root.addEventListener("pointermove", (event) => {
    if (!held) return;
    const { clientX, clientY, pointerId } = pointer(event);
    const x = clientX - held.x;
    const y = clientY - held.y;
    if (!held.moving) {
      if (Math.hypot(x, y) < SLACK) return;
      held.moving = true;
      held.element.setPointerCapture(pointerId);
      held.element.classList.add("dragging");
    }
    held.element.style.transform = `translate(${x}px, ${y}px)`;
  });

  const end = (/** @type {Event} */ event) => {
    if (!held) return;
    const { element, id, moving } = held;
    held = null;
    if (!moving) return;
    element.classList.remove("dragging");
    const { clientX, clientY, type } = pointer(event);
    const under = document.elementsFromPoint(clientX, clientY).filter((one) => one !== element && !element.contains(one));
    element.style.transform = "";
    swallowClick(root);
    if (type !== "pointerup") return;
    const target = under.map((one) => one.closest("[data-drop]")).find(Boolean);
    const over = under.map((one) => one.closest("[data-id]")).find(Boolean);
    const name = target?.getAttribute("data-drop");
    if (name) dropped(id, name, over?.getAttribute("data-id") ?? null);
  };
  root.addEventListener("pointerup", end);
  root.addEventListener("pointercancel", end);
}

/** The click that ends a drag selects nothing. @param {Element} root */
function swallowClick(root) {
  const swallow = (/** @type {Event} */ event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  root.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => root.removeEventListener("click", swallow, { capture: true }), 50);
}

/** @param {Event} event */
function pointer(event) {
  const { clientX, clientY, pointerId, isPrimary, button, type } = /** @type {PointerEvent} */ (event);
  return { clientX, clientY, pointerId, isPrimary, button, type, target: /** @type {Element} */ (event.target) };
}
