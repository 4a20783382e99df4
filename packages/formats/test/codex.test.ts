import type { IContent } from '@palimpsest/core-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codex, type CodexRecord } from '@palimpsest/formats/codex';
import { FormatError } from '../src/index.ts';
import { messagesOf } from './arbitrary-messages.ts';

const record = (type: string, payload: unknown, minute = 0): CodexRecord => ({
  timestamp: `2026-01-01T00:0${minute}:00.000Z`,
  type,
  payload,
});
const meta = record('session_meta', { id: 's', cwd: '/work' });
const context = record('turn_context', { model: 'm' });
const question = record('response_item', {
  type: 'message',
  role: 'user',
  content: [{ type: 'input_text', text: 'Go' }],
});
const shown = record('event_msg', { type: 'agent_message', message: 'x' });
const thought = record(
  'response_item',
  { type: 'reasoning', summary: [], encrypted_content: 'E' },
  1,
);
const call = record(
  'response_item',
  { type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'c' },
  1,
);
const output = record(
  'response_item',
  { type: 'function_call_output', call_id: 'c', output: 'a long list' },
  2,
);
const ghost = record('response_item', { type: 'ghost_snapshot', ghost_commit: {} }, 2);
const compacted = record('compacted', { message: 'So far.' }, 3);
const log = [meta, context, question, thought, shown, call, output, ghost, compacted];

test('decodes the conversation, and returns an unchanged log as the same records', () => {
  const history = codex.decode(log);
  expect(history.map(({ speaker }) => speaker)).toEqual(['human', 'ai', 'tool']);
  expect(history[2]?.metadata?.timestamp).toBe(Date.parse('2026-01-01T00:02:00.000Z'));
  const written = codex.encode(history);
  expect(written).toHaveLength(log.length);
  for (const [index, one] of written.entries()) expect(one).toBe(log[index]);
});

test('entries stored as JSON encode to an equal log', () => {
  expect(codex.encode(JSON.parse(JSON.stringify(codex.decode(log))))).toEqual(log);
});

test('writes an edited output into its record', () => {
  const [human, ai, tool] = codex.decode(log) as [IContent, IContent, IContent];
  const blocks = tool.blocks.map((block) =>
    block.type === 'tool_response' ? { ...block, result: 'cut' } : block,
  );
  const written = codex.encode([human, ai, { ...tool, blocks }]);
  expect(written[6]).toEqual({
    ...output,
    payload: { ...(output.payload as object), output: 'cut' },
  });
  expect(written.filter((one, index) => one !== log[index])).toHaveLength(1);
});

test('removes the records of removed entries, and keeps all other records in order', () => {
  const [human] = codex.decode(log) as [IContent];
  expect(codex.encode([human])).toEqual([meta, context, question, shown, ghost, compacted]);
});

test('an added entry gets a new record at its position, and keeps its metadata', () => {
  const [human, ai, tool] = codex.decode(log) as [IContent, IContent, IContent];
  const note: IContent = {
    speaker: 'human',
    blocks: [{ type: 'text', text: 'Something was dropped.' }],
    metadata: { synthetic: true, reason: 'dropped-entries' },
  };
  const written = codex.encode([human, note, ai, tool]);
  const added = record('response_item', {
    type: 'message',
    role: 'user',
    content: 'Something was dropped.',
  });
  expect(written).toEqual([...log.slice(0, 3), added, ...log.slice(3)]);
  expect(codex.decode(written)[1]?.metadata).toEqual(note.metadata);
});

test('returns a log without messages unchanged', () => {
  expect(codex.encode(codex.decode([meta, shown]))).toEqual([meta, shown]);
  expect(codex.encode([])).toEqual([]);
});

test('rejects entries that were not decoded from a Codex log', () => {
  const made: IContent = { speaker: 'human', blocks: [{ type: 'text', text: 'Hi' }] };
  expect(() => codex.encode([made])).toThrow(FormatError);
  expect(() => codex.encode([...codex.decode(log), { ...made, native: {} }])).toThrow(
    'codex message 3: found an entry that was not read from a Codex log',
  );
});

test('returns any items in any log as the same records', () => {
  fc.assert(
    fc.property(messagesOf['openai-responses'], fc.array(fc.nat(8)), (items, places) => {
      const records = items.map((item) => record('response_item', item));
      for (const place of places) records.splice(place, 0, shown);
      const written = codex.encode(codex.decode(records));
      expect(written).toHaveLength(records.length);
      for (const [index, one] of written.entries()) expect(one).toBe(records[index]);
      expect(codex.encode(structuredClone(codex.decode(records)))).toEqual(records);
    }),
  );
});
