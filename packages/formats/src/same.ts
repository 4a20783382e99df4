import { isObject } from './values.ts';

/** Maximum depth of the fast comparison; deeper or larger values are compared with a list of visited pairs. */
const MOST_DEPTH = 32;
const MOST_OBJECTS = 1_000;

/**
 * Returns whether two plain values are deeply equal. An `undefined` member counts as absent, as after JSON. Dates, URLs and bytes compare by
 * value. Depth and cycles use no stack, and nothing is thrown.
 */
export function same(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (!isObject(left) || !isObject(right)) return false;
  try {
    return sameAtGlance(left, right, 0, { objects: 0 }) ?? sameThroughout(left, right);
  } catch {
    // A getter that throws: compare without reading it.
    return sameThroughout(left, right);
  }
}

/** Compares quickly. Returns `undefined` if the limits are exceeded, for example by cycles or shared values. */
function sameAtGlance(
  left: object,
  right: object,
  depth: number,
  seen: { objects: number },
): boolean | undefined {
  seen.objects += 1;
  if (depth > MOST_DEPTH || seen.objects > MOST_OBJECTS) return undefined;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  if (!isPlain(left) || !isPlain(right)) {
    const known = isDeepEqual(left, right);
    if (known !== undefined) return known;
  }
  const keys = Object.keys(left);
  const others = Object.keys(right);
  if (keys.length !== others.length) return undefined;
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at]!;
    if (key !== others[at]) return undefined;
    const a: unknown = left[key as never];
    const b: unknown = right[key as never];
    if (a === b && a !== 0) continue;
    if (isObject(a) && isObject(b)) {
      const isSame = sameAtGlance(a, b, depth + 1, seen);
      if (isSame !== true) return isSame;
    } else if (!Object.is(a, b)) return false;
  }
  return !Array.isArray(left) || left.length === (right as unknown[]).length;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
}

/** Compares values of any depth. Getters are never run. */
function sameThroughout(left: object, right: object): boolean {
  const pending: unknown[] = [left, right];
  const compared = new Map<object, object>();
  while (pending.length > 0) {
    const b = pending.pop();
    const a = pending.pop();
    if (Object.is(a, b)) continue;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
    if (compared.get(a) === b) continue;
    const known = isDeepEqual(a, b);
    if (known === false) return false;
    if (known === true) continue;
    compared.set(a, b);
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length) return false;
    for (const key of Object.keys(a)) pending.push(own(a, key), own(b, key));
    for (const key of Object.keys(b)) {
      if (!Object.hasOwn(a, key) && own(b, key) !== undefined) return false;
    }
  }
  return true;
}

/** Compares objects with an internal value; returns `undefined` for plain ones. */
function isDeepEqual(a: object, b: object): boolean | undefined {
  if (a instanceof Date || b instanceof Date) {
    return a instanceof Date && b instanceof Date && Object.is(a.getTime(), b.getTime());
  }
  if (a instanceof URL || b instanceof URL) {
    return a instanceof URL && b instanceof URL && a.href === b.href;
  }
  const left = bytesOf(a);
  const right = bytesOf(b);
  if (left === undefined && right === undefined) return undefined;
  if (left?.length !== right?.length) return false;
  return left?.every((byte, index) => byte === right?.[index]);
}

function bytesOf(value: object): Uint8Array | undefined {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (!ArrayBuffer.isView(value)) return undefined;
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
}

/** Reads an own member; a plain read of `__proto__` would return the prototype. */
function own(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined;
}
