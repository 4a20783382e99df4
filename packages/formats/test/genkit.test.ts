import { expect, test } from 'vitest';
import { genkit, type GenkitMessage } from '@palimpsest/formats/genkit';
import { plain } from './expect-history.ts';

const messages: GenkitMessage[] = [
  { role: 'system', content: [{ text: 'Be brief' }] },
  {
    role: 'user',
    content: [
      { text: 'Go', metadata: { cache: { ttlSeconds: 60 } } },
      { media: { url: 'data:image/png;base64,AA==', contentType: 'image/png' } },
    ],
  },
  {
    role: 'model',
    content: [
      { reasoning: 'Hm.', metadata: { thoughtSignature: 's' } },
      { toolRequest: { name: 'read', input: { path: 'a' } } },
      { toolRequest: { name: 'read', input: { path: 'b' } }, metadata: { x: 1 } },
      { toolRequest: { name: 'list', ref: 'own', input: 7 } },
    ],
  },
  {
    role: 'tool',
    content: [
      { toolResponse: { name: 'read', output: 'of a' } },
      { toolResponse: { name: 'list', ref: 'own', output: [1] } },
      { toolResponse: { name: 'read', output: { of: 'b' }, content: [{ text: 'extra' }] } },
    ],
  },
  { role: 'model', content: [{ data: { ok: true } }, { custom: { y: 2 } }] },
];

test('matches calls without `ref` by name and order', () => {
  const history = plain(genkit.decode(messages));
  expect(history.map(({ speaker }) => speaker)).toEqual([
    'system',
    'human',
    'ai',
    'tool',
    'tool',
    'tool',
    'ai',
  ]);
  const ids = history[2]?.blocks.flatMap((block) => (block.type === 'tool_call' ? block.id : []));
  const answers = history.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'tool_response' ? block.callId : [])),
  );
  expect(ids).toEqual(['genkit_call_1', 'genkit_call_2', 'own']);
  expect(answers).toEqual(['genkit_call_1', 'own', 'genkit_call_2']);
});

test('writes an edited result without adding a `ref`, and keeps the results next to it', () => {
  const history = genkit.decode(messages).map((entry) => ({
    ...entry,
    blocks: entry.blocks.map((block) =>
      block.type === 'tool_response' && block.callId === 'genkit_call_2'
        ? { ...block, result: 'cut' }
        : block,
    ),
  }));
  const written = genkit.encode(history);
  const content = messages[3]?.content as object[];
  expect(written[3]).toEqual({
    role: 'tool',
    content: [content[0], content[1], { toolResponse: { name: 'read', output: 'cut' } }],
  });
  expect(written.filter((message, index) => message !== messages[index])).toHaveLength(1);
});

test('writes new results as tool messages', () => {
  const written = genkit.encode([
    {
      speaker: 'tool',
      blocks: [{ type: 'tool_response', callId: 'c', toolName: 'f', result: 'x', isError: true }],
    },
  ]);
  expect(written).toEqual([
    {
      role: 'tool',
      content: [
        { toolResponse: { ref: 'c', name: 'f', output: '{"tool_error":true,"result":"x"}' } },
      ],
    },
  ]);
});
