/** Freezes a value and everything it contains, at any depth. Returns the value itself. */
export function deepFreeze<T>(value: T): T {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one !== 'object' || one === null || Object.isFrozen(one)) continue;
    Object.freeze(one);
    for (const member of Object.values(one)) waiting.push(member);
  }
  return value;
}
