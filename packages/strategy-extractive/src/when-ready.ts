export type Awaitable<Value> = Value | Promise<Value>;

/** Maps a value, at once if it is not a promise: waiting costs more than most of the work. */
export function whenReady<Value, Result>(
  value: Awaitable<Value>,
  goOn: (value: Value) => Result,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}
