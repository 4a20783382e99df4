/** Returns a function that creates a value on its first call: a table that a program never reads should not slow its start. */
export function once<Value>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= create());
}
