import { expect, test } from 'vitest';
import { isHeldOut } from '../src/held-out.ts';
import { measureItems } from '../src/priority/item-survival.ts';
import { contentText } from '../src/retention/chat-message.ts';

test('every item stands in an uncompressed chat, and none in its newest messages', async () => {
  for (const row of await measureItems(async (messages) => messages)) {
    expect(row).toMatchObject({ weighted: 100, over: row.chats });
  }
  for (const row of await measureItems(async (messages) => messages.slice(-4))) {
    expect(row).toMatchObject({ weighted: 0, over: 0 });
  }
});

test('an item counts only if all its parts stand in one line', async () => {
  const rows = await measureItems(async (messages) =>
    messages.map((message) => ({
      ...message,
      content: contentText(message).replace(/will/g, '\n'),
    })),
  );
  // Of 19 points for each chat of every family, two are those of owners.
  expect(rows[0]!.weighted).toBe(89.5);
});

test('recordings of one task are in the same half, and the halves are about equal', () => {
  expect(
    new Set(['0', '1', '2', '3'].map((trial) => isHeldOut(`tau/airline/7/${trial}`))).size,
  ).toBe(1);
  expect(isHeldOut('tau2/one-model/a task/0')).toBe(isHeldOut('tau2/other/a task/3'));
  const ids = Array.from({ length: 1_000 }, (_, at) => `whowhen/set/${at}`);
  expect(Math.abs(ids.filter(isHeldOut).length - 500)).toBeLessThan(60);
});
