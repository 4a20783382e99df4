import { expect, test } from 'vitest';
import { compress, uncompress, type Message } from '../../src/cce.ts';
import { say, talk } from './messages.ts';

const tokensOf = (messages: Message[]) => compress(messages, { tokenBudget: 1e9 }).tokenCount!;

/** Returns JSON of `length` characters, which no rule summarizes. */
const data = (length: number) => JSON.stringify({ text: 'x'.repeat(length - 11) });

const record = (number: number) =>
  say(JSON.stringify({ number, text: 'x'.repeat(395 - String(number).length) }));

const tokenCounter = ({ content }: Message) => content!.length;

test('changes nothing within the budget, and reports all messages as the window', () => {
  const messages = talk(6);
  const total = tokensOf(messages);
  const result = compress(messages, { tokenBudget: total });
  expect(result).toMatchObject({ fits: true, tokenCount: total, recencyWindow: 6 });
  expect(result.messages).toEqual(messages);
  expect(result.compression).toMatchObject({ ratio: 1, messages_preserved: 6 });
  expect(compress(messages, { tokenBudget: total - 1 }).compression.messages_compressed).toBe(1);
});

test('chooses the largest recency window that fits the budget', () => {
  const messages = talk(8);
  const sizes = [0, 1, 2, 3, 4, 5, 6, 7].map((recencyWindow) =>
    tokensOf(compress(messages, { recencyWindow }).messages),
  );
  for (const window of [2, 5, 7]) {
    const tokenBudget = sizes[window]!;
    const result = compress(messages, { tokenBudget });
    expect(result).toMatchObject({ fits: true, tokenCount: tokenBudget, recencyWindow: window });
    expect(result.messages).toEqual(compress(messages, { recencyWindow: window }).messages);
  }
});

const onlyCut = { tokenBudget: 1, forceConverge: true };

test.each([
  [512, 256],
  [513, 256],
  [537, 256],
  [538, 512],
])('of %i units the first %i stay: no cut makes longer', (length, left) => {
  const options = { tokenBudget: length - 1, forceConverge: true, tokenCounter };
  const result = compress([say(data(length))], options);
  expect(result.messages[0]!.content).toBe(
    `[truncated — ${length} chars: ${data(length).slice(0, left)}]`,
  );
});

test('truncates the longest message first, and no more than needed', () => {
  const messages = [say(data(700)), say(data(900)), say(data(800))];
  const tokenBudget = 700 + 800 + 512 + 25;
  const result = compress(messages, { tokenBudget, forceConverge: true, tokenCounter });
  expect(result.messages[0]).toBe(messages[0]);
  expect(result.messages[1]!.content).toContain('[truncated — 900 chars: ');
  expect(result.messages[2]).toBe(messages[2]);
});

test('fits 200 records of 415 characters into 2,000 tokens, although none is longer than 512', () => {
  const messages = Array.from({ length: 200 }, (_, number) => record(number));
  const result = compress(messages, { tokenBudget: 2_000, forceConverge: true });
  expect(result.fits).toBe(true);
  expect(result.compression.ratio).toBeGreaterThan(10);
  expect(result.compression.messages_compressed).toBe(200);
  expect(uncompress(result.messages, result.verbatim).messages).toEqual(messages);
});

test('truncates no preserved message, and reports the missed budget', () => {
  const messages = [
    say('x'.repeat(900), { role: 'system' }),
    say('y'.repeat(900), { tool_calls: [{ id: 'c1' }] }),
    say('z'.repeat(900)),
  ];
  const result = compress(messages, { ...onlyCut, minRecencyWindow: 1 });
  expect(result.messages).toEqual(messages);
  expect(result).toMatchObject({ fits: false, recencyWindow: 1 });
});

test('truncates neither a reference nor the copy that it names', () => {
  const text = 'x'.repeat(900);
  const messages = [say(text), say(text, { id: 'kept' }), say('y'.repeat(900))];
  const result = compress(messages, onlyCut);
  expect(result.messages.map(({ content }) => content)).toEqual([
    '[cce:dup of kept — 900 chars]',
    text,
    '[truncated — 900 chars]',
  ]);
  const again = compress(result.messages, onlyCut);
  expect(again.messages[1]!.content).toBe(text);
});
