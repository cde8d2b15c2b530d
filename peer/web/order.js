/** A player's own order of the hand, which no update disturbs. */

/** @typedef {{ id: string, name: string }} Named twins have the same name */

/**
 * Things in the order of their names as listed; what is not listed comes last. Of twins
 * it is the very one that is listed, while it can be told by its id.
 * @template {Named} T @param {readonly T[]} things @param {readonly Named[]} order
 */
export function arranged(things, order) {
  const left = [...things];
  const known = order.flatMap(({ id, name }) => {
    const twins = left.filter((thing) => thing.name === name);
    const one = twins.find((thing) => thing.id === id) ?? twins[0];
    return one ? left.splice(left.indexOf(one), 1) : [];
  });
  return [...known, ...left];
}

/**
 * A list with one item moved to the place of another.
 * @template T @param {readonly T[]} list @param {number} from @param {number} to
 */
export function shifted(list, from, to) {
  const result = [...list];
  const target = Math.max(0, Math.min(list.length - 1, to));
  result.splice(target, 0, ...result.splice(from, 1));
  return result;
}
