/** Calls `dispose` on every object that has one. An error in one call does not stop the others. */
export function disposeAll(objects: readonly object[]): void {
  const errors: unknown[] = [];
  for (const object of objects) {
    if (!('dispose' in object) || typeof object.dispose !== 'function') continue;
    try {
      object.dispose();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} could not be disposed of.`);
}
