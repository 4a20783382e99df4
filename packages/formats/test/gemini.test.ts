import { expect, test } from 'vitest';
import { gemini } from '@palimpsest/formats/gemini';
import { edited, plain } from './expect-history.ts';

const response = (name: string, value: unknown, more: object = {}): object => ({
  functionResponse: { name, response: value, ...more },
});

const contents = [
  { role: 'system', parts: [{ text: 'Be brief' }] },
  {
    role: 'user',
    parts: [{ text: 'Hi' }, { fileData: { fileUri: 'gs://a', mimeType: 'image/png' } }],
  },
  {
    role: 'model',
    parts: [
      { text: 'hm', thought: true },
      { functionCall: { name: 'a', args: { x: 1 } }, thoughtSignature: 'sig' },
      { functionCall: { name: 'b' } },
      { functionCall: { name: 'c' } },
      { text: '', thoughtSignature: 'end' },
    ],
  },
  {
    role: 'user',
    parts: [
      response('a', { output: 'long' }, { parts: [{ inlineData: {} }] }),
      response('b', { error: 'boom' }),
      response('c', { rows: [1] }),
    ],
  },
];

test('decodes all parts, and each response as a separate entry', () => {
  expect(plain(gemini.decode(contents)).slice(2)).toEqual([
    {
      speaker: 'ai',
      blocks: [
        { type: 'thinking', thought: 'hm' },
        { type: 'tool_call', id: 'gemini_call_1', name: 'a', parameters: { x: 1 } },
        { type: 'tool_call', id: 'gemini_call_2', name: 'b', parameters: {} },
        { type: 'tool_call', id: 'gemini_call_3', name: 'c', parameters: {} },
        { type: 'opaque', kind: 'text' },
      ],
    },
    {
      speaker: 'tool',
      blocks: [
        {
          type: 'tool_response',
          callId: 'gemini_call_1',
          toolName: 'a',
          result: [
            { type: 'text', text: 'long' },
            { type: 'media', mimeType: '', data: '', encoding: 'base64' },
          ],
        },
      ],
    },
    {
      speaker: 'tool',
      blocks: [
        {
          type: 'tool_response',
          callId: 'gemini_call_2',
          toolName: 'b',
          result: 'boom',
          isError: true,
        },
      ],
    },
    {
      speaker: 'tool',
      blocks: [
        { type: 'tool_response', callId: 'gemini_call_3', toolName: 'c', result: { rows: [1] } },
      ],
    },
  ]);
});

test('code that the model ran keeps its form, because its result follows it', () => {
  const parts = [
    { executableCode: { language: 'PYTHON', code: 'print(1)' } },
    { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
  ];
  const [entry] = plain(gemini.decode([{ role: 'model', parts }]));
  expect(entry?.blocks).toEqual([
    { type: 'opaque', kind: 'executableCode', hostedCallId: '#0' },
    { type: 'opaque', kind: 'codeExecutionResult', hostedCallId: '#0' },
  ]);
});

test('writes an edited response in the shape that its tool used, without its old media', () => {
  const shorter = edited(gemini.decode(contents), (block) => {
    if (block.type !== 'tool_response') return block;
    return { ...block, result: block.toolName === 'c' ? { rows: 1 } : 'short' };
  });
  const written = gemini.encode(shorter);
  expect(written[2]).toBe(contents[2]);
  expect(written[3]).toEqual({
    role: 'user',
    parts: [
      response('a', { output: 'short' }),
      response('b', { error: 'short' }),
      response('c', { rows: 1 }),
    ],
  });
});

test('an edited call keeps its signature', () => {
  const loose = edited(gemini.decode(contents), (block) =>
    block.type === 'tool_call' ? { ...block, parameters: 'loose' } : block,
  );
  const parts = gemini.encode(loose)[2]?.parts;
  expect(parts).toHaveProperty('1', {
    functionCall: { name: 'a', args: { $arguments: 'loose' } },
    thoughtSignature: 'sig',
  });
});

const call = (name: string) => ({ functionCall: { name, args: {} } });
const answer = (name: string) => ({ functionResponse: { name, response: { output: name } } });

test('a second result does not take the place of the result of a later call in its message', () => {
  const parts = [call('r'), answer('r'), answer('r'), call('r'), answer('r')];
  const history = gemini.decode([{ role: 'model', parts }]);
  const ids = history.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'tool_response' ? block.callId : [])),
  );
  expect(ids).toEqual(['gemini_call_1', '', 'gemini_call_2']);
});

test('matches calls without ids by function name, and returns their messages unchanged', () => {
  const swapped = [
    { role: 'user', parts: [{ text: 'Go' }] },
    { role: 'model', parts: [call('r'), call('s')] },
    { role: 'user', parts: [answer('s'), answer('r')] },
  ];
  const [, asked, first, second] = gemini.decode(swapped);
  const ids = asked!.blocks.map((block) => block.type === 'tool_call' && block.id);
  expect(first!.blocks[0]).toMatchObject({ toolName: 's', callId: ids[1] });
  expect(second!.blocks[0]).toMatchObject({ toolName: 'r', callId: ids[0] });
  const written = gemini.encode(gemini.decode(swapped));
  expect(written.every((content, at) => content === swapped[at])).toBe(true);
});

test('a response matches the newest call of its function, not an older one without a response', () => {
  const [, aborted, , again, answered] = gemini.decode([
    { role: 'user', parts: [{ text: 'Go' }] },
    { role: 'model', parts: [call('r')] },
    { role: 'user', parts: [{ text: 'Stop. Again.' }] },
    { role: 'model', parts: [call('r')] },
    { role: 'user', parts: [answer('r')] },
  ]);
  expect(aborted?.blocks[0]).toMatchObject({ id: 'gemini_call_1' });
  expect(again?.blocks[0]).toMatchObject({ id: 'gemini_call_2' });
  expect(answered?.blocks[0]).toMatchObject({ callId: 'gemini_call_2' });
});

test('an edited response changes nothing else when the ids are not text', () => {
  const given = [
    { parts: [{ functionCall: {} }] },
    { parts: [{ functionResponse: { id: [] } }, { functionResponse: {} }] },
  ] as never[];
  const entries = gemini.decode(given);
  for (const [at, entry] of entries.entries()) {
    for (const [place, block] of entry.blocks.entries()) {
      if (block.type !== 'tool_response') continue;
      const blocks = entry.blocks.with(place, { ...block, result: { output: 'edited' } });
      const written = gemini.encode(entries.with(at, { ...entry, blocks }));
      expect(written).toHaveLength(given.length);
      expect(written[0]).toBe(given[0]);
      expect(plain(gemini.decode(written))).toEqual(plain(entries.with(at, { ...entry, blocks })));
    }
  }
});

test('keeps an empty `error` when the output of a response changes', () => {
  const part = response('f', { error: '', output: 'long' });
  const [entry] = gemini.decode([{ role: 'user', parts: [part] }]);
  const [block] = entry!.blocks;
  const [written] = gemini.encode([{ ...entry!, blocks: [{ ...block, result: 'x' } as never] }]);
  expect(written?.parts).toEqual([response('f', { error: '', output: 'x' })]);
});

test('a response with an `error` and other members is a failure, also when reduced to one line', () => {
  const failed = { stdout: 'long', stderr: '', exitCode: 1, error: 'ENOENT: no such file' };
  const part = response('f', failed);
  const [entry] = gemini.decode([{ role: 'user', parts: [part] }]);
  const [block] = entry!.blocks;
  expect(block).toMatchObject({ result: failed, isError: true });
  const result = { error: '[f: error] ENOENT: no such file' };
  const [written] = gemini.encode([{ ...entry!, blocks: [{ ...block, result } as never] }]);
  expect(written?.parts).toEqual([response('f', { error: result })]);
});
