/** What a message has to look like: each shape takes a value and returns it, or throws. */

import { ProtocolError } from "./errors.js";

/** @template T @typedef {(value: unknown) => T} Shape */
/** @template S @typedef {S extends (value: unknown) => infer T ? T : never} Of */

/** @param {boolean} fits @param {string} wanted */
function expect(fits, wanted) {
  if (!fits) throw new ProtocolError(`a message has something else than ${wanted}`);
}

/** @type {Shape<number>} */
export const number = (value) => {
  expect(typeof value === "number" && Number.isFinite(value), "a number");
  return /** @type {number} */ (value);
};

/** @type {Shape<number>} */
export const int = (value) => {
  expect(Number.isSafeInteger(value), "a whole number");
  return /** @type {number} */ (value);
};

/** @type {Shape<boolean>} */
export const flag = (value) => {
  expect(typeof value === "boolean", "true or false");
  return /** @type {boolean} */ (value);
};

/** @param {number} [most] @returns {Shape<string>} */
export const text = (most = 16 * 1024) => (value) => {
  expect(typeof value === "string" && value.length <= most, "a text");
  return /** @type {string} */ (value);
};

/** @template {string} T @param {...T} words @returns {Shape<T>} */
export const oneOf = (...words) => (value) => {
  expect(words.includes(/** @type {T} */ (value)), `one of ${words.join(", ")}`);
  return /** @type {T} */ (value);
};

/** @template T @param {Shape<T>} shape @returns {Shape<T[]>} */
export const list = (shape) => (value) => {
  expect(Array.isArray(value), "a list");
  return /** @type {unknown[]} */ (value).map(shape);
};

/** @template T @param {Shape<T>} shape @returns {Shape<T | null>} */
export const maybe = (shape) => (value) => (value === null ? null : shape(value));

/** May be left out. @template T, U @param {Shape<T>} shape @param {U} fallback @returns {Shape<T | U>} */
export const or = (shape, fallback) => (value) =>
  value === undefined ? fallback : shape(value);

/** @template T, U @param {Shape<T>} one @param {Shape<U>} other @returns {Shape<T | U>} */
export const either = (one, other) => (value) => {
  try {
    return one(value);
  } catch {
    return other(value);
  }
};

/** A list that is left out when it is empty. @template T @param {Shape<T>} shape @returns {Shape<T[]>} */
export const some = (shape) => (value) => (value === undefined ? [] : list(shape)(value));

/** @template T @param {Shape<T>} shape @returns {Shape<Record<string, T>>} */
export const map = (shape) => (value) =>
  Object.fromEntries(Object.entries(object(value)).map(([key, one]) => [key, shape(one)]));

/**
 * These fields and no others.
 * @template {Record<string, Shape<any>>} F @param {F} fields
 * @returns {Shape<{ [K in keyof F]: Of<F[K]> }>}
 */
export const record = (fields) => (value) => {
  const given = object(value);
  const strange = Object.keys(given).find((name) => !Object.hasOwn(fields, name));
  expect(strange === undefined, `the known fields: ${strange}`);
  const result = Object.entries(fields).map(([name, shape]) => [name, shape(given[name])]);
  return /** @type {any} */ (Object.fromEntries(result));
};

/**
 * One of several records, told apart by its `type`.
 * @template {Record<string, Record<string, Shape<any>>>} K @param {K} kinds
 * @returns {Shape<{ [T in keyof K]: { type: T } & { [F in keyof K[T]]: Of<K[T][F]> } }[keyof K]>}
 */
export const tagged = (kinds) => {
  const shapes = Object.fromEntries(
    Object.entries(kinds).map(([type, fields]) => [
      type,
      record({ type: oneOf(type), ...fields }),
    ]),
  );
  return (value) => {
    const { type } = object(value);
    expect(typeof type === "string" && Object.hasOwn(shapes, type), "the known types");
    return /** @type {any} */ (shapes[/** @type {string} */ (type)](value));
  };
};

/** @param {unknown} value @returns {Record<string, unknown>} */
function object(value) {
  expect(typeof value === "object" && value !== null && !Array.isArray(value), "an object");
  return /** @type {Record<string, unknown>} */ (value);
}

/**
 * What a JSON text says, if it has that shape.
 * @template T @param {Shape<T>} shape @param {string} json @param {number} most
 */
export function read(shape, json, most) {
  if (json.length > most) throw new ProtocolError("a message is too long");
  try {
    return shape(JSON.parse(json));
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    throw new ProtocolError("a message is not JSON");
  }
}
