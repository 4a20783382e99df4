import { isObject } from './values.ts';

/** Pairs of objects are remembered from here on: cycles and shared values need it, and few values are as large. */
const MANY_OBJECTS = 1_000;

/**
 * Returns whether two plain values are deeply equal. An `undefined` member counts as absent, as after JSON, and so does one whose getter
 * throws. Dates, URLs and bytes compare by value. Depth and cycles use no stack, and nothing is thrown.
 */
export function same(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  const pending: unknown[] = [left, right];
  const compared = new Map<object, object>();
  for (let count = 0; pending.length > 0; count += 1) {
    const b = pending.pop();
    const a = pending.pop();
    if (!isObject(a) || !isObject(b)) return false;
    if (count > MANY_OBJECTS) {
      if (compared.get(a) === b) continue;
      compared.set(a, b);
    }
    const known = isPlain(a) && isPlain(b) ? undefined : isDeepEqual(a, b);
    if (known === true) continue;
    if (known === false || Array.isArray(a) !== Array.isArray(b)) return false;
    if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length) return false;
    const keys = Object.keys(a);
    const others = Object.keys(b);
    // Members of both in the same order need no look-up.
    const isAligned = keys.length === others.length && keys.every((key, at) => key === others[at]);
    for (const key of isAligned ? keys : new Set([...keys, ...others])) {
      const x = own(a, key, isAligned);
      const y = own(b, key, isAligned);
      if (x === y && x !== 0) continue;
      if (isObject(x) && isObject(y)) pending.push(x, y);
      else if (!Object.is(x, y)) return false;
    }
  }
  return true;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
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
function own(value: object, key: string, isKnown: boolean): unknown {
  try {
    return isKnown || Object.hasOwn(value, key) ? value[key as never] : undefined;
  } catch {
    return undefined;
  }
}
