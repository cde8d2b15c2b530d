/** A player's own order of the hand, which no update disturbs. */

/**
 * Things in the order of their names as listed; what is not listed comes last. Of names
 * that are listed twice, two are taken.
 * @template T @param {readonly T[]} things @param {readonly string[]} order
 * @param {(thing: T) => string} nameOf
 */
export function arranged(things, order, nameOf) {
  const left = [...things];
  const known = order.flatMap((name) => {
    const at = left.findIndex((thing) => nameOf(thing) === name);
    return at < 0 ? [] : left.splice(at, 1);
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
