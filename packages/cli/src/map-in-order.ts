/**
 * Maps items, several at a time, and yields the results in the order of the items. Reads at most `ahead` items before the result of the
 * first of them was taken.
 */
export async function* mapInOrder<Item, Result>(
  items: AsyncIterable<Item>,
  map: (item: Item) => Promise<Result>,
  ahead: number,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  for await (const item of items) {
    const result = map(item);
    // It may fail before its turn. The error is thrown then, unless an earlier one ends the loop.
    result.catch(() => {});
    running.push(result);
    if (running.length >= ahead) yield await running.shift()!;
  }
  for (const result of running) yield await result;
}
