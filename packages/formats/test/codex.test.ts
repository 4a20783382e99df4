import type { IContent } from '@palimpsest/core-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codex, type CodexRecord } from '@palimpsest/formats/codex';
import { FormatError } from '../src/index.ts';
import { fixtures } from './fixture.ts';
import { codexSessions } from './codex-sessions.ts';

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
const log = [meta, context, question, thought, shown, call, output, ghost];

test('decodes the conversation, and returns an unchanged log as the same records', () => {
  const history = codex.decode(log);
  expect(history.map(({ speaker }) => speaker)).toEqual(['human', 'ai', 'tool']);
  expect(history[2]?.metadata?.timestamp).toBe(Date.parse('2026-01-01T00:02:00.000Z'));
  const written = codex.encode(history);
  expect(written).toHaveLength(log.length);
  for (const [index, one] of written.entries()) expect(one).toBe(log[index]);
});

const note: IContent = {
  speaker: 'human',
  blocks: [{ type: 'text', text: 'A report.' }],
  metadata: { synthetic: true, reason: 'record' },
};
const noteItem = {
  type: 'message',
  role: 'user',
  // Codex reads no other form.
  content: [{ type: 'input_text', text: 'A report.' }],
};

test('writes a changed history after the log, as Codex writes a compaction', () => {
  const [, ai, tool] = codex.decode(log) as [IContent, IContent, IContent];
  const blocks = tool.blocks.map((block) =>
    block.type === 'tool_response' ? { ...block, result: 'cut' } : block,
  );
  const written = codex.encode([note, ai, { ...tool, blocks }]);
  for (const [index, one] of log.entries()) expect(written[index]).toBe(one);
  const cut = { ...(output.payload as object), output: 'cut' };
  expect(written.slice(log.length)).toEqual([
    record(
      'compacted',
      { message: '', replacement_history: [noteItem, thought.payload, call.payload, cut] },
      2,
    ),
  ]);
});

test('continues the numbers of records', () => {
  const numbered = log.map((one, ordinal) => ({ ...one, ordinal }));
  const written = codex.encode([note, ...codex.decode(numbered)]);
  expect(written.at(-1)).toMatchObject({ type: 'compacted', ordinal: log.length });
});

test('reads a log from its last compaction on', () => {
  const once = codex.encode([note, ...codex.decode(log).slice(1)]);
  const twice = codex.encode(codex.decode([...once, question]).slice(0, 1));
  const read = codex.decode([...twice, question]);
  expect(read.map(({ speaker, blocks }) => [speaker, blocks[0]])).toMatchObject([
    ['human', { text: 'A report.' }],
    ['human', { text: 'Go' }],
  ]);
  expect(read[0]!.metadata).toMatchObject(note.metadata!);
  expect(codex.encode(read)).toEqual([...twice, question]);
});

test('reads on through a compaction without a history', () => {
  const old = record('compacted', { message: 'So far.' }, 3);
  expect(codex.decode([...log, old])).toHaveLength(3);
});

test('returns a log without messages unchanged', () => {
  expect(codex.encode(codex.decode([meta, shown]))).toEqual([meta, shown]);
});

test('rejects entries that do not lead to their log, so that nothing replaces it', () => {
  const history = codex.decode(log);
  const accepted = 'Accepted: entries that were decoded from the log';
  for (const copies of [
    structuredClone(history),
    JSON.parse(JSON.stringify(history)) as IContent[],
  ])
    expect(() => codex.encode(copies)).toThrow(accepted);
  expect(() => codex.encode(history.filter(({ speaker }) => speaker === 'system'))).toThrow(
    `codex message 0: found no entry. ${accepted}`,
  );
  expect(codex.encode([...structuredClone(history), history[2]!])).toHaveLength(log.length + 1);
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
    fc.property(fixtures['openai-responses'].messages, fc.array(fc.nat(8)), (items, places) => {
      const records = items.map((item) => record('response_item', item));
      for (const place of places) records.splice(place, 0, shown);
      const written = codex.encode(codex.decode(records));
      expect(written).toHaveLength(records.length);
      for (const [index, one] of written.entries()) expect(one).toBe(records[index]);
    }),
  );
});

/** A message of a person, or of Codex in that role. */
const says = (text: string): CodexRecord =>
  record('response_item', {
    type: 'message',
    role: 'user',
    content: [{ type: 'input_text', text }],
  });
const rolledBack = (turns: number): CodexRecord =>
  record('event_msg', { type: 'thread_rolled_back', num_turns: turns });
const textsOf = (records: readonly CodexRecord[]): string[] =>
  codex
    .decode(records)
    .flatMap(({ blocks }) =>
      blocks.map((block) => (block.type === 'text' ? block.text : block.type)),
    );

test('drops the turns that the user rolled back', () => {
  const opening = [meta, says('<environment_context>/work</environment_context>'), says('One')];
  const second = [says('Delete the tests.'), thought, call, output];
  expect(textsOf([...opening, ...second, rolledBack(1), says('Mend them.')])).toEqual([
    '<environment_context>/work</environment_context>',
    'One',
    'Mend them.',
  ]);
  const both = [...opening, ...second, says('Go on.'), rolledBack(1), rolledBack(1)];
  expect(textsOf(both)).toEqual(['<environment_context>/work</environment_context>', 'One']);
  // A count beyond the beginning leaves what stands before the first turn.
  expect(textsOf([...opening, ...second, rolledBack(9), says('New')])).toEqual([
    '<environment_context>/work</environment_context>',
    'New',
  ]);
  expect(codex.encode(codex.decode(both))).toEqual(both);
});

test('reads a hundred thousand rolled back turns in linear time', () => {
  const turns = Array.from({ length: 100_000 }, (_, at) => says(`${at}`));
  expect(codex.decode([...turns, ...turns.map(() => rolledBack(1))])).toEqual([]);
});

test('reads the messages that Codex has in memory from a log, and writes the same records', () => {
  fc.assert(
    fc.property(codexSessions, ({ records, live }) => {
      expect(textsOf(records)).toEqual(live);
      expect(codex.encode(codex.decode(records))).toEqual(records);
    }),
  );
});
