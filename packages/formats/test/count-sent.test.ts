import type { IContent } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { getCodec, countSent } from '../src/index.ts';

const textsOf = (entries: readonly IContent[]): number => JSON.stringify(entries).length;

const items = [
  { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'a long thought' }] },
  {
    type: 'message',
    role: 'assistant',
    id: 'msg_1',
    content: [{ type: 'output_text', text: 'I read it' }],
  },
  { type: 'function_call', id: 'fc_1', call_id: 'a', name: 'f', arguments: '{}' },
];

/** An estimator that returns the number of reasoning blocks. */
function countThoughts(entries: readonly IContent[]): number {
  return entries.flatMap(({ blocks }) => blocks).filter(({ type }) => type === 'thinking').length;
}

test('does not count reasoning that cannot be sent without the message after it', () => {
  const codec = getCodec('openai-responses');
  const [entry] = codec.decode(items);
  const edited = { ...entry!, blocks: entry!.blocks.filter(({ type }) => type !== 'text') };
  const count = countSent(countThoughts, codec);
  expect([count([entry!]), count([edited])]).toEqual([1, 0]);
  expect(JSON.stringify(codec.encode([edited]))).not.toContain('a long thought');
});

test('counts reasoning in an entry without other blocks, as the next entry may follow it', () => {
  const codec = getCodec('openai-responses');
  const thought: IContent = { speaker: 'ai', blocks: [{ type: 'thinking', thought: 'hm' }] };
  expect(countSent(countThoughts, codec)([thought])).toBe(1);
});

test('counts a line that replaces a value and its media in the shape of the value', async () => {
  const codec = getCodec('gemini');
  const inlineData = { mimeType: 'image/png', data: 'QUJD' };
  const answer = {
    id: 'a',
    name: 'f',
    response: { stdout: 'x', rows: [] },
    parts: [{ inlineData }],
  };
  const [entry] = codec.decode([{ role: 'user', parts: [{ functionResponse: answer }] }]);
  const [block] = entry!.blocks;
  if (block?.type !== 'tool_response') throw new Error('no response');
  const edited: IContent = {
    ...entry!,
    blocks: [{ ...block, result: [{ type: 'text', text: 'a line' }] }],
  };
  const seen: unknown[] = [];
  const count = countSent(([one]) => {
    const [first] = one!.blocks;
    return seen.push(first?.type === 'tool_response' ? first.result : undefined);
  }, codec);
  await count([edited]);
  expect(seen).toEqual([{ stdout: 'a line' }]);
});

test('passes unchanged entries to the estimator as the same objects, and converts an edited one once', async () => {
  const codec = getCodec('openai-responses');
  const [entry] = codec.decode(items);
  const edited = { ...entry!, blocks: entry!.blocks.filter(({ type }) => type !== 'text') };
  const seen: IContent[] = [];
  const count = countSent((entries) => seen.push(...entries), codec);
  await count([entry!, edited]);
  await count([entry!, edited]);
  expect(seen[0]).toBe(entry);
  expect(seen[1]).not.toBe(edited);
  expect(seen[3]).toBe(seen[1]);
});

test.each(['icontent', 'claude-code', 'codex'] as const)(
  'returns the given estimator for %s, which keeps entries unchanged or writes a whole log',
  (format) => {
    expect(countSent(textsOf, getCodec(format))).toBe(textsOf);
  },
);

test.each(['openai', 'anthropic', 'pi', 'langchain', 'ai-sdk'] as const)(
  'does not write an edited result in %s to count it if it is a text, but does if it tells of a failure',
  async (format) => {
    const codec = getCodec(format);
    let written = 0;
    const count = countSent((entries) => entries.length, {
      ...codec,
      encode(history) {
        written += 1;
        return codec.encode(history);
      },
    });
    const answer = { type: 'tool_response', callId: 'a', toolName: 'f' } as const;
    const entryOf = (block: object): IContent => ({
      speaker: 'tool',
      blocks: [{ ...answer, result: 'read', ...block }],
    });
    await count([entryOf({}), entryOf({ result: 'lines 1 to 3' })]);
    expect(written).toBe(0);
    await count([
      entryOf({ error: 'ENOENT' }),
      entryOf({ isError: true }),
      entryOf({ result: [] }),
    ]);
    await count([entryOf({ result: '{"tool_error":true,"result":1}' })]);
    expect(written).toBe(4);
  },
);
