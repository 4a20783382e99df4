import { isObject } from './values.ts';

/**
 * Returns whether two plain values are deeply equal. An `undefined` member counts as absent, as after JSON. Dates, URLs and bytes compare by
 * value.
 */
export function same(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (!isObject(left) || !isObject(right)) return false;
  const kind = Object.prototype.toString.call(left);
  if (kind !== Object.prototype.toString.call(right)) return false;
  if (Array.isArray(left)) {
    if (left.length !== (right as unknown[]).length) return false;
  } else if (kind !== '[object Object]') {
    if (left instanceof Date) return left.getTime() === (right as Date).getTime();
    if (left instanceof URL) return left.href === (right as URL).href;
    const bytes = bytesOf(left);
    if (bytes !== undefined) {
      const others = bytesOf(right);
      return bytes.length === others?.length && bytes.every((byte, at) => byte === others[at]);
    }
  }
  const isOfBoth = (name: string): boolean => same(own(left, name), own(right, name));
  const isOnlyUndefined = (name: string): boolean =>
    Object.hasOwn(left, name) || right[name as never] === undefined;
  return Object.keys(left).every(isOfBoth) && Object.keys(right).every(isOnlyUndefined);
}

/** Reads an own member; a plain read of `__proto__` would return the prototype. */
function own(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name as never] : undefined;
}

function bytesOf(value: object): Uint8Array | undefined {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (!ArrayBuffer.isView(value)) return undefined;
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
}
