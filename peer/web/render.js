/** Nodes in, changes of the page out: what is there already is kept, focus above all. */

/** @typedef {Record<string, any>} Props */
/** @typedef {{ tag: string, props: Props, children: Child[], key: string | null }} VNode */
/** @typedef {VNode | string} Child */
/** @typedef {Child | null | false | undefined | Children[]} Children */
/** @typedef {Element & { drawn?: Props, key?: string | null }} Drawn */

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["value", "checked", "disabled", "open"]);

/**
 * A node as it shall be. Props are attributes, `on...` handlers, and `key`, which makes
 * it the same node as before wherever it stands among its siblings.
 * @param {string} tag @param {Props | null} props @param {...Children} children
 * @returns {VNode}
 */
export function h(tag, props, ...children) {
  const { key = null, ...rest } = props ?? {};
  return { tag, props: rest, children: flat(children), key };
}

/** @param {Children[]} children @returns {Child[]} */
function flat(children) {
  return children.flatMap((child) => {
    if (Array.isArray(child)) return flat(child);
    return child === null || child === undefined || child === false ? [] : [child];
  });
}

/** Make the children of an element like these. @param {Element} parent @param {Child[]} nodes */
export function patch(parent, nodes) {
  const focused = document.activeElement;
  patchChildren(parent, nodes);
  // Moving an element takes its focus away.
  if (focused instanceof HTMLElement && focused.isConnected) {
    if (document.activeElement !== focused) focused.focus({ preventScroll: true });
  }
}

/** @param {Element} parent @param {Child[]} nodes */
function patchChildren(parent, nodes) {
  const pool = keyed(parent);
  let cursor = parent.firstChild;
  for (const node of nodes) {
    const found = reusable(node, cursor, pool);
    const dom = found ?? create(node, parent);
    if (dom === cursor) cursor = cursor.nextSibling;
    else parent.insertBefore(dom, cursor);
    if (typeof node === "string") {
      if (dom.nodeValue !== node) dom.nodeValue = node;
    } else {
      update(/** @type {Drawn} */ (dom), node);
    }
  }
  while (cursor) {
    const next = cursor.nextSibling;
    cursor.remove();
    cursor = next;
  }
}

/** @param {Element} parent */
function keyed(parent) {
  /** @type {Map<string, Drawn>} */
  const pool = new Map();
  for (const child of /** @type {Iterable<Drawn>} */ (parent.children)) {
    if (child.key) pool.set(child.key, child);
  }
  return pool;
}

/** @param {Child} node @param {ChildNode | null} cursor @param {Map<string, Drawn>} pool */
function reusable(node, cursor, pool) {
  if (typeof node === "string") return cursor?.nodeType === Node.TEXT_NODE ? cursor : null;
  if (node.key !== null) {
    const found = pool.get(node.key);
    pool.delete(node.key);
    return found?.localName === node.tag ? found : null;
  }
  const at = /** @type {Drawn | null} */ (cursor);
  return at?.localName === node.tag && !at.key ? at : null;
}

/** @param {Child} node @param {Element} parent */
function create(node, parent) {
  if (typeof node === "string") return document.createTextNode(node);
  const space = node.tag === "svg" ? SVG : parent.namespaceURI;
  const dom = /** @type {Drawn} */ (document.createElementNS(space, node.tag));
  dom.key = node.key;
  return dom;
}

/** @param {Drawn} dom @param {VNode} node */
function update(dom, { props, children }) {
  const before = dom.drawn ?? {};
  for (const name of Object.keys(before)) if (!(name in props)) set(dom, name, undefined);
  for (const [name, value] of Object.entries(props)) {
    if (before[name] !== value) set(dom, name, value);
  }
  dom.drawn = props;
  patchChildren(dom, children);
}

/** @param {any} dom @param {string} name @param {any} value */
function set(dom, name, value) {
  if (name.startsWith("on")) dom[name] = value ?? null;
  else if (PROPERTIES.has(name) && name in dom) dom[name] = value ?? (name === "value" ? "" : false);
  else if (value === undefined || value === null || value === false) dom.removeAttribute(name);
  else dom.setAttribute(name, value === true ? "" : String(value));
}
