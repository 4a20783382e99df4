/** Calls the `dispose` method of everything that has one. All get their turn, whatever the others throw. */
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
