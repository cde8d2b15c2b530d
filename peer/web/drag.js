/** Dragging, as an extra: everything it does can be done by tapping too. */

import { NEW, RACK } from "./desk.js";
import { mayDiscard } from "./offers.js";

const SLACK = 8;

/** @typedef {import("./app.js").App} App */

/**
 * Let everything with a `data-id` be dragged onto what has a `data-drop`.
 * @param {Element} root @param {App} app
 */
export function letDrag(root, app) {
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
    if (name) dropped(app, id, name, over?.getAttribute("data-id") ?? null);
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

/** A card or tile was dragged onto something. @param {App} app @param {string} id @param {string} target @param {string | null} over */
function dropped(app, id, target, over) {
  const { view, desk } = app;
  const [kind, number] = target.split(":");
  if (view?.type === "tiles") {
    if (kind === "hand" && desk.draft?.find(Number(id.slice(1))).set === RACK) return shift(app, id, over);
    if (!view.can.includes("rearrange")) return;
    if (!desk.selected.includes(id)) desk.selected = [id];
    app.move(kind === "new" ? NEW : kind === "hand" ? RACK : Number(number));
  } else if (view?.type === "cards") {
    if (kind === "hand") shift(app, id, over);
    else if (kind === "discard" && mayDiscard(view, id)) app.discard(id);
    else if (kind === "meld") layOff(app, view, id, Number(number));
  }
}

/** @param {App} app @param {import("./protocol.js").View} view @param {string} card @param {number} meld */
function layOff(app, view, card, meld) {
  const ways = view.may_lay_off.filter((fit) => fit.card === card && fit.meld === meld);
  const [{ end } = { end: null }] = ways;
  if (view.can.includes("lay_off") && ways.length) {
    app.act({ type: "lay_off", card, meld, ...(end ? { end } : {}) });
  }
}

/** @param {App} app @param {string} id @param {string | null} over */
function shift(app, id, over) {
  if (!app.view) return;
  const held = app.desk.held(app.view, app.settings.sorting);
  const to = over === null ? held.length - 1 : held.findIndex((one) => one.id === over);
  if (to >= 0) app.shift(id, to);
}
