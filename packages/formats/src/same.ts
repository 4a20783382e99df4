/**
 * Whether two plain values are equal. A member that is `undefined` counts as absent, as it does after a trip through JSON.
 * Depth and cycles cost no stack.
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

/** A plain read would find `Object.prototype` under the key `__proto__`. */
function own(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined;
}
