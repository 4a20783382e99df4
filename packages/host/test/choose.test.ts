import { anthropic, type AnthropicMessage } from '@palimpsest/formats/anthropic';
import { createCompactor } from '@palimpsest/host';
import { memoryOriginals, openOriginals } from '@palimpsest/originals';
import { expect, test } from 'vitest';
import { readCompactBefore } from '../src/index.ts';

const lines = (at: number): string =>
  Array.from({ length: 200 }, (_, line) => `PASS test ${line * at}`).join('\n');
const step = (at: number): AnthropicMessage[] => [
  {
    role: 'assistant',
    content: [{ type: 'tool_use', id: `t${at}`, name: 'bash', input: { command: `make ${at}` } }],
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${at}`, content: lines(at) }] },
];
const say = (content: string): AnthropicMessage => ({ role: 'user', content });

const transcript = [
  say('Make the tests green. Never push to main.'),
  ...[1, 2, 3, 4].flatMap(step),
  { role: 'assistant', content: 'All tests pass.' },
  say('Now the docs.'),
  ...[5, 6].flatMap(step),
  { role: 'assistant', content: 'Now the docs are right.' },
];

test('compacts only what stands before the newest message of the person with a text', async () => {
  const compactor = createCompactor({ codec: anthropic });
  const compaction = await compactor.compactBefore(transcript, 'now the DOCS', {});
  const { messages, report, before } = compaction!;
  expect(before).toBe(10);
  expect(messages.slice(-6)).toEqual(transcript.slice(10));
  for (const [at, message] of messages.slice(-6).entries())
    expect(message).toBe(transcript[10 + at]);
  expect(report.tokensAfter).toBeLessThanOrEqual(report.tokensBefore / 2);
  expect(JSON.stringify(messages[0])).toContain('Never push to main.');
  expect(await compactor.restore(messages)).toEqual(transcript);
  // What an agent or a tool wrote is no place, nor is the report, nor the first message.
  for (const text of ['PASS test 7', 'the docs are right', 'Make the tests green', 'nowhere'])
    expect(await compactor.compactBefore(transcript, text, {})).toBeUndefined();
  expect(await compactor.compactBefore(messages, 'Never push', {})).toBeUndefined();
});

test('a preview says what would go and what stays, and stores nothing', async () => {
  const originals = await openOriginals(memoryOriginals(), { session: 'preview' });
  const compactor = createCompactor({ codec: anthropic, originals });
  const said = await compactor.preview(transcript, { targetTokens: 3_000 });
  const { report } = await createCompactor({ codec: anthropic }).compact(transcript, {
    targetTokens: 3_000,
  });
  expect(said.split('\n')).toEqual([
    expect.stringMatching(
      /^A compaction now: about \S+ → \S+ tokens \(\d+ %\), 16 → \d+ messages\.$/,
    ),
    expect.stringMatching(
      /^Into a report: \d+ messages, from "Make the tests green\. .*" to a result of /,
    ),
    expect.stringMatching(/^It leaves out \d+ lines of \d+ texts\.$/),
    expect.stringMatching(/^As they are: the newest \d+, from a call of bash on\.$/),
  ]);
  expect(said).toContain(`16 → ${report.messagesAfter} messages`);
  expect(originals.ids()).toEqual([]);
  expect(await compactor.preview(transcript, { targetTokens: 100_000 })).toMatch(
    /^Nothing to remove/,
  );
});

test('a quotation in a preview ends between characters', async () => {
  const [, ...others] = transcript;
  const begin = 'a'.repeat(59);
  const given = [say(`${begin}👩‍👩‍👧 is the family.`), ...others];
  const said = await createCompactor({ codec: anthropic }).preview(given, { targetTokens: 3_000 });
  expect(said).toContain(`from "${begin}…" to`);
});

test('the text of `compact before` may be in quotes', () => {
  expect(readCompactBefore('compact before Now the docs.')).toBe('Now the docs.');
  expect(readCompactBefore(' "compact before Now" ')).toBe('Now');
  expect(readCompactBefore('compact before "Now"')).toBe('Now');
  for (const other of ['', 'compact', 'compact before ', 'undo']) {
    expect(readCompactBefore(other)).toBeUndefined();
  }
});
