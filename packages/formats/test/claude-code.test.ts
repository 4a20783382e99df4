import type { IContent } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { claudeCode, type ClaudeCodeRecord } from '@palimpsest/formats/claude-code';
import { openai } from '@palimpsest/formats/openai';

const common = {
  sessionId: 's1',
  cwd: '/repo',
  version: '2.0.0',
  userType: 'external',
  isSidechain: false,
};
const uuidOf = (index: number): string =>
  `${String(index).padStart(8, '0')}-0000-4000-8000-000000000000`;
const time = (second: number): string => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`;

function user(
  uuid: string,
  parentUuid: string | null,
  content: unknown,
  more: object = {},
): ClaudeCodeRecord {
  return {
    ...common,
    type: 'user',
    uuid,
    parentUuid,
    timestamp: time(Number.parseInt(uuid, 10)),
    message: { role: 'user', content },
    ...more,
  };
}

function answer(uuid: string, parentUuid: string, id: string, block: object): ClaudeCodeRecord {
  const message = {
    id,
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [block],
    usage: { input_tokens: 1 },
  };
  return {
    ...common,
    type: 'assistant',
    uuid,
    parentUuid,
    timestamp: time(Number.parseInt(uuid, 10)),
    requestId: `req-${id}`,
    message,
  };
}

const use = (id: string, name: string): object => ({
  type: 'tool_use',
  id,
  name,
  input: { file_path: '/a' },
});
const result = (id: string, content: string): object[] => [
  { type: 'tool_result', tool_use_id: id, content },
];

const log: readonly ClaudeCodeRecord[] = [
  { type: 'file-history-snapshot', messageId: 'u1', snapshot: {} },
  user(uuidOf(1), null, 'Fix the parser'),
  user(uuidOf(2), uuidOf(1), 'caveat', { isMeta: true }),
  answer(uuidOf(3), uuidOf(2), 'msg_1', { type: 'thinking', thinking: 'First', signature: 'sig' }),
  answer(uuidOf(4), uuidOf(3), 'msg_1', { type: 'text', text: 'I read it.' }),
  { type: 'queue-operation', operation: 'enqueue', sessionId: 's1' },
  answer(uuidOf(5), uuidOf(4), 'msg_1', use('t1', 'Read')),
  user(uuidOf(6), uuidOf(5), result('t1', 'long text'), {
    toolUseResult: { file: { content: 'long text' } },
  }),
  user(uuidOf(7), null, 'side', { isSidechain: true }),
  answer(uuidOf(8), uuidOf(6), 'msg_2', { type: 'text', text: 'Done.' }),
  { ...common, type: 'system', subtype: 'turn_duration', uuid: uuidOf(9), parentUuid: uuidOf(8) },
];

const shapeOf = (history: readonly IContent[]) =>
  history.map(({ speaker, blocks }) => [speaker, ...blocks.map(({ type }) => type)]);

const report: IContent = {
  speaker: 'human',
  blocks: [{ type: 'text', text: 'A report.' }],
  metadata: { synthetic: true, reason: 'record' },
};

test('decodes a log into the conversation that the model received', () => {
  const history = claudeCode.decode(log);
  expect(shapeOf(history)).toEqual([
    ['human', 'text'],
    ['ai', 'thinking', 'text', 'tool_call'],
    ['tool', 'tool_response'],
    ['ai', 'text'],
  ]);
  expect(history[2]?.blocks[0]).toMatchObject({ toolName: 'Read', result: 'long text' });
  expect(history[1]?.metadata).toEqual({
    id: uuidOf(3),
    timestamp: Date.parse(time(3)),
    model: 'm',
  });
});

test('writes a changed history after the log, as Claude Code writes a compaction', () => {
  const [, , , last] = claudeCode.decode(log);
  const written = claudeCode.encode([report, last!]);
  for (const [index, record] of log.entries()) expect(written[index]).toBe(record);
  const [boundary, summary, tail, ...others] = written.slice(log.length);
  expect(boundary).toMatchObject({
    type: 'system',
    subtype: 'compact_boundary',
    parentUuid: null,
    logicalParentUuid: uuidOf(8),
    // What the newest response says.
    compactMetadata: { trigger: 'manual', preTokens: 1 },
    sessionId: 's1',
    cwd: '/repo',
  });
  expect(summary).toMatchObject({
    type: 'user',
    parentUuid: boundary!.uuid,
    isCompactSummary: true,
    isVisibleInTranscriptOnly: true,
    message: { role: 'user', content: 'A report.' },
    sessionId: 's1',
  });
  const usage = { input_tokens: 0, output_tokens: 0 };
  expect(tail).toMatchObject({
    parentUuid: summary!.uuid,
    requestId: 'req-msg_2',
    message: { usage },
  });
  expect(others).toEqual([]);
  expect(claudeCode.encode([report, last!])).toEqual(written);
});

test('each record of a compaction has an own uuid and a later time than all before it', () => {
  const once = claudeCode.encode([report, ...claudeCode.decode(log)]);
  const twice = claudeCode.encode([report, ...claudeCode.decode(once)]);
  const fewer = claudeCode.encode([report, ...claudeCode.decode(once.slice(3))]);
  for (const records of [twice, fewer]) {
    const ids = records.flatMap(({ uuid }) => uuid ?? []);
    expect(new Set(ids).size).toBe(ids.length);
  }
  const times = twice.slice(log.length).map(({ timestamp }) => Date.parse(String(timestamp)));
  expect(times).toEqual([...times].toSorted((left, right) => left - right));
  expect(new Set(times).size).toBe(times.length);
  expect(times[0]).toBeGreaterThan(Date.parse(time(8)));
});

test('reads a log from its last compaction on', () => {
  const history = claudeCode.decode(log);
  const once = claudeCode.encode([report, ...history.slice(1)]);
  const more = user(uuidOf(40), String(once.at(-1)!.uuid), 'And now?');
  const read = claudeCode.decode([...once, more]);
  expect(shapeOf(read)).toEqual([
    ['human', 'text'],
    ...shapeOf(history.slice(1)),
    ['human', 'text'],
  ]);
  expect(read[0]!.metadata).toMatchObject(report.metadata!);
  // In another process, the member of the record remains.
  const [parsed] = claudeCode.decode(JSON.parse(JSON.stringify(once)) as ClaudeCodeRecord[]);
  expect(parsed!.metadata).toMatchObject({ isSummary: true });
});

test('reads the messages that a compaction of Claude Code preserves after its summary', () => {
  const preservedMessages = { anchorUuid: uuidOf(31), uuids: [uuidOf(8)] };
  const boundary = {
    ...common,
    type: 'system',
    subtype: 'compact_boundary',
    uuid: uuidOf(30),
    parentUuid: null,
    compactMetadata: { trigger: 'auto', preTokens: 9, preservedMessages },
  };
  const summary = user(uuidOf(31), uuidOf(30), 'Summary', { isCompactSummary: true });
  const records = [...log, boundary, summary, user(uuidOf(32), uuidOf(31), 'Go on.')];
  const texts = claudeCode.decode(records).flatMap(({ blocks }) => blocks);
  expect(texts).toMatchObject([{ text: 'Summary' }, { text: 'Done.' }, { text: 'Go on.' }]);
  expect(claudeCode.encode(claudeCode.decode(records))).toEqual(records);
});

test('a response that was written again has an own id, the same in all of its records', () => {
  const written = claudeCode.encode([report, ...claudeCode.decode(log)]).slice(log.length + 2);
  const ids = written.flatMap(({ type, message }) =>
    type === 'assistant' ? [(message as { readonly id: string }).id] : [],
  );
  expect(new Set(ids.slice(0, 3)).size).toBe(1);
  expect(new Set([...ids, 'msg_1', 'msg_2']).size).toBe(4);
});

test('pieces of one record become records of their own', () => {
  const both = [...result('t1', 'ok'), { type: 'text', text: 'Never push.' }];
  const records = [
    user(uuidOf(1), null, 'Look.'),
    answer(uuidOf(2), uuidOf(1), 'm1', use('t1', 'Read')),
    user(uuidOf(3), uuidOf(2), both, { toolUseResult: 'ok' }),
  ];
  const history = claudeCode.decode(records);
  const written = claudeCode.encode([report, ...history.slice(1)]).slice(records.length);
  expect(written.slice(3)).toMatchObject([
    { type: 'user', message: { content: result('t1', 'ok') } },
    { type: 'user', message: { content: [{ type: 'text', text: 'Never push.' }] } },
  ]);
  expect(written.map(({ parentUuid }) => parentUuid)).toEqual([
    null,
    ...written.slice(0, -1).map(({ uuid }) => uuid),
  ]);
});

test('a session without ids gets well-formed ones', () => {
  const records = log.map(({ uuid: _uuid, ...record }) => record);
  const written = claudeCode.encode([report, ...claudeCode.decode(records)]).slice(log.length);
  for (const { uuid } of written) expect(uuid).toMatch(/^[\da-f]{8}-0000-4000-8000-0{12}$/);
});

test('rejects entries that do not lead to their log, so that nothing replaces it', () => {
  const history = claudeCode.decode(log);
  const accepted = 'Accepted: entries that were decoded from the log';
  for (const copies of [
    structuredClone(history),
    JSON.parse(JSON.stringify(history)) as IContent[],
  ])
    expect(() => claudeCode.encode(copies)).toThrow(accepted);
  expect(() => claudeCode.encode([])).toThrow(`found no entry. ${accepted}`);
});

test('rejects entries that were not decoded from a Claude Code log', () => {
  const foreign = openai.decode([{ role: 'user', content: 'Hi' }]);
  expect(() => claudeCode.encode(foreign)).toThrow('was not read from a Claude Code log');
  expect(() => claudeCode.encode([{ speaker: 'human', blocks: [] }])).toThrow('was not read from');
  expect(() => claudeCode.encode([...claudeCode.decode(log), ...foreign])).toThrow('message 4');
});

test('converts the conversation of a log to OpenAI messages, without side records', () => {
  const messages = openai.encode(claudeCode.decode(log));
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  expect(openai.encode(claudeCode.decode(log.slice(0, 1)))).toEqual([]);
});
