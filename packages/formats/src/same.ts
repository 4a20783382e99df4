/**
 * Whether two plain values are equal. A member that is `undefined` counts as absent, as it does after a trip through JSON.
 * Dates, addresses and bytes are compared by what they stand for. Depth and cycles cost no stack.
 */
export function same(left: unknown, right: unknown): boolean {
  const pending: unknown[] = [left, right];
  const compared = new Map<object, object>();
  while (pending.length > 0) {
    const b = pending.pop();
    const a = pending.pop();
    if (Object.is(a, b)) continue;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
    if (compared.get(a) === b) continue;
    const known = sameValue(a, b);
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

/** For objects that hold their value where no member shows it; `undefined` for plain ones. */
function sameValue(a: object, b: object): boolean | undefined {
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

/** A plain read would find `Object.prototype` under the key `__proto__`. */
function own(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined;
}
