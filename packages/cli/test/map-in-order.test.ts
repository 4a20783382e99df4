import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mapInOrder } from '../src/rewrite-conversations.ts';

/** Yields the numbers below `count`, and tells how many were read. */
function numbers(count: number) {
  const state = { read: 0 };
  async function* items(): AsyncGenerator<number> {
    for (; state.read < count;) yield state.read++;
  }
  return { state, items: items() };
}

async function slowFirst(item: number): Promise<number> {
  await setTimeout(item % 3 === 0 ? 10 : 0);
  return item * 2;
}

async function failSoon(item: number): Promise<number> {
  await setTimeout(item === 3 ? 0 : 5);
  if (item === 3 || item === 5) throw new Error(`item ${item}`);
  return item;
}

test('yields the results in the order of the items, whichever is done first', async () => {
  const results: number[] = [];
  for await (const result of mapInOrder(numbers(10).items, slowFirst, 4)) results.push(result);
  expect(results).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18]);
});

test.each([1, 4])('reads and maps at most %i items before a result is taken', async (ahead) => {
  const { state, items } = numbers(20);
  let running = 0;
  let most = 0;
  const map = async (item: number): Promise<number> => {
    running += 1;
    most = Math.max(most, running);
    await setTimeout(1);
    running -= 1;
    return item;
  };
  let taken = 0;
  for await (const _ of mapInOrder(items, map, ahead)) {
    taken += 1;
    expect(state.read).toBeLessThan(taken + ahead);
  }
  expect([taken, most]).toEqual([20, ahead]);
});

test('throws an error after the results before it, and closes the source', async () => {
  const { state, items } = numbers(20);
  const results: number[] = [];
  await expect(async () => {
    for await (const result of mapInOrder(items, failSoon, 6)) results.push(result);
  }).rejects.toThrow('item 3');
  expect(results).toEqual([0, 1, 2]);
  expect([(await items.next()).done, state.read < 20]).toEqual([true, true]);
});
