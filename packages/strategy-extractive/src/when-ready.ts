export type Awaitable<Value> = Value | Promise<Value>;

/** Goes on with a value at once where it is there already: waiting for what is there costs more than most of what is done with it. */
export function whenReady<Value, Result>(
  value: Awaitable<Value>,
  goOn: (value: Value) => Result,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}
