/** The hand or the rack: a grid of buttons, one of which the keyboard is on. */

import { h } from "./render.js";
import { say } from "./words.js";

/**
 * @typedef {object} Item
 * @property {string} id
 * @property {string} label as it is spoken
 * @property {string} look classes
 * @property {import("./render.js").Children} face
 */
/** @typedef {import("./app.js").App} App */

/** @param {App} app @param {string} title @param {Item[]} items */
export function handView(app, title, items) {
  const { desk, settings } = app;
  const current = items.find((item) => item.id === desk.focus) ?? items[0];
  const many = items.length > 24 ? " many" : "";
  return h(
    "section",
    { key: "hand", class: `hand${many}`, "data-drop": "hand" },
    h(
      "div",
      { class: "hand-bar" },
      h("h2", { id: "hand-title" }, title),
      h("span", { class: "space" }),
      ...moves(app, items),
      h(
        "button",
        { class: "small", onclick: () => app.sort(), title: "S" },
        say("hand.sort", { order: sortingName(app, settings.sorting) }),
      ),
    ),
    h(
      "div",
      {
        class: "grid",
        role: "group",
        "aria-labelledby": "hand-title",
        onkeydown: (/** @type {KeyboardEvent} */ event) => arrows(app, event, items),
      },
      items.map((item) => button(app, item, item === current)),
    ),
  );
}

/** @param {App} app @param {import("./cards.js").Sorting} sorting */
function sortingName(app, sorting) {
  const tiles = app.guest?.view?.type === "tiles";
  const names = { suit: tiles ? "colour" : "suit", rank: tiles ? "number" : "rank", own: "own" };
  return say(`hand.sort.${names[sorting]}`);
}

/** Moving without dragging (WCAG 2.5.7). @param {App} app @param {Item[]} items */
function moves(app, items) {
  const [id] = app.desk.selected;
  const at = items.findIndex((item) => item.id === id);
  if (app.desk.selected.length !== 1 || at < 0) return [];
  const move = (/** @type {string} */ key, /** @type {number} */ by, /** @type {string} */ sign) =>
    h(
      "button",
      { class: "small icon", "aria-label": say(key), onclick: () => app.shift(id, at + by) },
      sign,
    );
  return [move("hand.left", -1, "◀"), move("hand.right", 1, "▶")];
}

/** @param {App} app @param {Item} item @param {boolean} current */
function button(app, { id, label, look, face }, current) {
  const pressed = app.desk.selected.includes(id);
  return h(
    "button",
    {
      key: `hand ${id}`,
      class: `face ${look}${pressed ? " selected" : ""}`,
      "aria-pressed": String(pressed),
      "aria-label": label,
      tabindex: current ? 0 : -1,
      "data-id": id,
      "data-new": look.endsWith(" fresh") ? say("card.new") : null,
      "data-flip": id,
      onclick: () => app.toggle(id),
      onfocus: () => {
        app.desk.focus = id;
      },
    },
    face,
  );
}

/** @param {App} app @param {KeyboardEvent} event @param {Item[]} items */
function arrows(app, event, items) {
  const target = /** @type {HTMLElement} */ (event.target).closest("[data-id]");
  const id = target?.getAttribute("data-id");
  const at = items.findIndex((item) => item.id === id);
  if (!id || at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  const to = destination(event.key, at, items.length, columns(event.currentTarget));
  if (to === null) return;
  event.preventDefault();
  if (event.shiftKey) return app.shift(id, to);
  app.desk.focus = items[to].id;
  app.draw();
  app.focusHand();
}

/** @param {string} key @param {number} at @param {number} count @param {number} across */
function destination(key, at, count, across) {
  const last = count - 1;
  switch (key) {
    case "ArrowLeft":
      return Math.max(0, at - 1);
    case "ArrowRight":
      return Math.min(last, at + 1);
    case "ArrowUp":
      return at - across < 0 ? at : at - across;
    case "ArrowDown":
      return Math.min(last, at + across);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}

/** How many stand in the first row. @param {EventTarget | null} grid */
function columns(grid) {
  const faces = [...(/** @type {HTMLElement} */ (grid).children)];
  const top = /** @type {HTMLElement} */ (faces[0])?.offsetTop;
  const next = faces.findIndex((face) => /** @type {HTMLElement} */ (face).offsetTop !== top);
  return next < 0 ? faces.length : next;
}
