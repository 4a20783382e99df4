import { expect, test, vi } from 'vitest';
import { compress, uncompress } from '../../src/cce.ts';
import { say } from './messages.ts';
import { prose } from './texts.ts';

const old = { recencyWindow: 0 };
const listing = Array.from({ length: 12 }, (_, line) => `src/file${line}.ts:${line}: PASS`).join(
  '\n',
);

test.each<[string, () => unknown]>([
  ['nothing', () => ''],
  ['only spaces', () => '   '],
  ['no text', () => 42],
  ['as much as the text', () => prose()],
  [
    'an error',
    () => {
      throw new Error('overloaded');
    },
  ],
  [
    'a rejection',
    async () => {
      throw new Error('overloaded');
    },
  ],
  ['so much that the mark is not shorter', () => 'x'.repeat(prose().length - 1)],
])('a summarizer that answers %s is done without', async (_, summarizer) => {
  const messages = [say(prose())];
  const result = await compress(messages, { ...old, summarizer: summarizer as () => string });
  expect(result).toEqual(compress(messages, old));
});

test('summarizes each text once, one at a time, even with a budget', async () => {
  let running = 0;
  const summarizer = vi.fn<() => Promise<string>>(async () => {
    running += 1;
    expect(running).toBe(1);
    await Promise.resolve();
    running -= 1;
    return 'Short.';
  });
  const messages = Array.from({ length: 51 }, (_, turn) => {
    return say(prose(turn), { role: turn % 2 === 0 ? 'user' : 'assistant' });
  });
  const result = await compress(messages, { tokenBudget: 1, minRecencyWindow: 4, summarizer });
  expect(summarizer).toHaveBeenCalledTimes(47);
  expect(result.compression.messages_compressed).toBe(47);
});

test('summarizes the prose around code, but neither code nor listings', async () => {
  const summarizer = vi.fn<(text: string) => string>((text) => `${text.length} characters`);
  const fence = '```ts\nexport const answer = 42;\n```';
  const messages = [say(`${prose()}\n\n${fence}`), say(listing, { role: 'tool' })];
  const result = await compress(messages, { ...old, summarizer });
  expect(summarizer.mock.calls).toEqual([[prose()]]);
  expect(result.messages[0]!.content).toBe(`[summary: ${prose().length} characters]\n\n${fence}`);
  expect(uncompress(result.messages, result.verbatim).messages).toEqual(messages);
});
