import { isObject } from './values.ts';

/**
 * Returns whether two plain values are deeply equal. An `undefined` member counts as absent, as after JSON. Dates, URLs and bytes compare by
 * value.
 */
export function same(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (!isObject(left) || !isObject(right)) return false;
  if (Object.prototype.toString.call(left) !== Object.prototype.toString.call(right)) return false;
  if (left instanceof Date) return left.getTime() === (right as Date).getTime();
  if (left instanceof URL) return left.href === (right as URL).href;
  const bytes = bytesOf(left);
  if (bytes !== undefined) {
    const others = bytesOf(right);
    return bytes.length === others?.length && bytes.every((byte, at) => byte === others[at]);
  }
  if (Array.isArray(left) && left.length !== (right as unknown[]).length) return false;
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => same(own(left, name), own(right, name)));
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
