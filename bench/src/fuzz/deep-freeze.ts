/** Makes every change to a value an error. */
export function deepFreeze(value: unknown): void {
  const waiting: unknown[] = [value];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (typeof one !== 'object' || one === null || Object.isFrozen(one)) continue;
    Object.freeze(one);
    for (const member of Object.values(one)) if (member !== undefined) waiting.push(member);
  }
}
