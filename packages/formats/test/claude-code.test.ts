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
    timestamp: time(1),
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
    timestamp: time(2),
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
  { type: 'summary', summary: 'An earlier session', leafUuid: 'x' },
  { type: 'file-history-snapshot', messageId: 'u1', snapshot: {} },
  user('u1', null, 'Fix the parser'),
  {
    ...common,
    type: 'user',
    uuid: 'm1',
    parentUuid: 'u1',
    isMeta: true,
    message: { role: 'user', content: 'caveat' },
  },
  answer('a1', 'm1', 'msg_1', { type: 'thinking', thinking: 'Read first', signature: 'sig' }),
  answer('a2', 'a1', 'msg_1', { type: 'text', text: 'I read it.' }),
  { type: 'queue-operation', operation: 'enqueue', sessionId: 's1' },
  answer('a3', 'a2', 'msg_1', use('t1', 'Read')),
  user('u2', 'a3', result('t1', 'long text'), {
    toolUseResult: { file: { content: 'long text' } },
  }),
  { ...user('s1', null, 'side'), isSidechain: true },
  {
    ...common,
    type: 'system',
    subtype: 'compact_boundary',
    uuid: 'b1',
    parentUuid: null,
    logicalParentUuid: 'u2',
  },
  user('u3', 'b1', 'Summary of before', { isCompactSummary: true }),
  answer('a4', 'u3', 'msg_2', { type: 'text', text: 'Done.' }),
  { ...common, type: 'system', subtype: 'turn_duration', uuid: 'y1', parentUuid: 'a4' },
];

test('decodes a log into the conversation that the model received', () => {
  const history = claudeCode.decode(log);
  expect(
    history.map(({ speaker, blocks }) => [speaker, ...blocks.map(({ type }) => type)]),
  ).toEqual([
    ['human', 'text'],
    ['ai', 'thinking', 'text', 'tool_call'],
    ['tool', 'tool_response'],
    ['human', 'text'],
    ['ai', 'text'],
  ]);
  expect(history[2]?.blocks[0]).toMatchObject({ toolName: 'Read', result: 'long text' });
  expect(history[1]?.metadata).toEqual({ id: 'a1', timestamp: Date.parse(time(2)), model: 'm' });
  expect(history[3]?.metadata).toMatchObject({ isSummary: true });
});

test('returns an unchanged log as the same records', () => {
  const written = claudeCode.encode(claudeCode.decode(log));
  expect(written.length).toBe(log.length);
  for (const [index, record] of written.entries()) expect(record).toBe(log[index]);
});

test('entries stored as JSON encode to an equal log', () => {
  expect(claudeCode.encode(JSON.parse(JSON.stringify(claudeCode.decode(log))))).toEqual(log);
});

test('returns a log without a conversation unchanged', () => {
  const asides = log.slice(0, 2);
  expect(claudeCode.encode(claudeCode.decode(asides))).toEqual(asides);
});

test('after a removal, records refer to the nearest remaining record, and side records stay', () => {
  const history = claudeCode.decode(log);
  const written = claudeCode.encode([0, 3, 4].flatMap((index) => history[index] ?? []));
  const removed = new Set(['a1', 'a2', 'a3', 'u2']);
  const left = log.filter(({ uuid }) => !removed.has(String(uuid)));
  expect(written.map(({ type }) => type)).toEqual(left.map(({ type }) => type));
  expect(written.find(({ uuid }) => uuid === 'b1')).toMatchObject({ logicalParentUuid: 'm1' });
  expect(written[2]).toBe(log[2]);
});

test('after a removal, copied entries also refer to the nearest remaining record', () => {
  const history = structuredClone(claudeCode.decode(log.slice(2, 9)));
  const written = claudeCode.encode(
    [history[0], history[2]].filter((entry) => entry !== undefined),
  );
  expect(written.find(({ uuid }) => uuid === 'u2')).toMatchObject({ parentUuid: 'u1' });
});

test('removing a block of an assistant message removes its record and keeps the others', () => {
  const history = claudeCode.decode(log);
  const edited = history.map((entry) => ({
    ...entry,
    blocks: entry.blocks.filter(({ type }) => type !== 'thinking'),
  }));
  const written = claudeCode.encode(edited);
  expect(written.map(({ uuid }) => uuid)).not.toContain('a1');
  expect(written.find(({ uuid }) => uuid === 'a2')).toEqual({ ...log[5], parentUuid: 'm1' });
  expect(written.find(({ uuid }) => uuid === 'a3')).toBe(log[7]);
});

test('an edited result keeps its uuid and loses the second copy in `toolUseResult`', () => {
  const history = claudeCode.decode(log);
  const edited = history.map((entry) => ({
    ...entry,
    blocks: entry.blocks.map((block) =>
      block.type === 'tool_response' ? { ...block, result: 'short' } : block,
    ),
  }));
  const written = claudeCode.encode(edited);
  const { toolUseResult: _gone, ...rest } = log[8] ?? {};
  expect(written[8]).toEqual({
    ...rest,
    message: { role: 'user', content: result('t1', 'short') },
  });
  expect(written.filter((record, index) => record !== log[index]).length).toBe(1);
});

test('an added entry gets a new record in the thread, the same on every encoding', () => {
  const history = claudeCode.decode(log);
  const note = { speaker: 'human', blocks: [{ type: 'text', text: 'note' }] } as const;
  const added = [...history.slice(0, 1), note, note, ...history.slice(1)];
  const written = claudeCode.encode(added);
  expect(claudeCode.encode(added)).toEqual(written);
  const made = written.filter(({ message }) => JSON.stringify({ message }).includes('note'));
  const [first, second] = made;
  expect(first).toMatchObject({ type: 'user', sessionId: 's1', cwd: '/repo', parentUuid: 'm1' });
  expect(first).not.toHaveProperty('isMeta');
  expect(first?.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(second?.parentUuid).toBe(first?.uuid);
  expect(written.find(({ uuid }) => uuid === 'a1')).toMatchObject({ parentUuid: second?.uuid });
  expect(claudeCode.decode(written).length).toBe(history.length + 2);
});

test('an entry added at the end follows the newest record', () => {
  const history = claudeCode.decode(log);
  const written = claudeCode.encode([
    ...history,
    { speaker: 'ai', blocks: [{ type: 'text', text: 'note' }] },
  ]);
  expect(written.at(-1)).toMatchObject({ type: 'assistant', parentUuid: 'a4' });
});

test('encodes a log with circular parent links', () => {
  const circle = [user('a', 'b', 'one'), user('b', 'a', 'two'), user('c', 'b', 'three')];
  const written = claudeCode.encode(claudeCode.decode(circle).slice(2));
  expect(written).toEqual([{ ...circle[2], parentUuid: null }]);
});

test('results and text of one user record are encoded into one record again', () => {
  const content = [...result('t1', 'a'), { type: 'text', text: 'and now?' }];
  const records = [
    answer('a3', 'a2', 'msg_1', use('t1', 'Read')),
    user('u2', 'a3', content, { toolUseResult: 'a' }),
  ];
  const history = claudeCode.decode(records);
  expect(history.map(({ speaker }) => speaker)).toEqual(['ai', 'tool', 'human']);
  expect(claudeCode.encode(history)[1]).toBe(records[1]);
  expect(claudeCode.encode(structuredClone(history))).toEqual(records);
  const written = claudeCode.encode(history.slice(0, 2));
  expect(written[1]).toMatchObject({ uuid: 'u2', message: { content: result('t1', 'a') } });
});

test('pieces of a record that an added entry separates have uuids of their own in one thread', () => {
  const both = [...result('t1', 'ok'), { type: 'text', text: 'Never push.' }];
  const records = [
    user('u1', null, 'Look.'),
    answer('u2', 'u1', 'm1', use('t1', 'Read')),
    user('u3', 'u2', [...both, ...result('t1', 'late')]),
    answer('u4', 'u3', 'm2', { type: 'text', text: 'Done.' }),
    { type: 'system', uuid: 's1', parentUuid: 'u3' },
  ];
  const history = claudeCode.decode(records);
  const note = { speaker: 'human', blocks: [{ type: 'text', text: 'Note.' }] } as const;
  const noted = history.toSpliced(3, 0, note).toSpliced(5, 0, note);
  const written = claudeCode.encode(noted);
  const uuids = written.map(({ uuid }) => uuid);
  expect(new Set(uuids).size).toBe(written.length);
  const [side, ...thread] = written.toReversed();
  expect(thread.map(({ parentUuid }) => parentUuid)).toEqual([
    ...uuids.slice(0, -2).toReversed(),
    null,
  ]);
  // What follows the record follows its last piece.
  expect(side).toMatchObject({ uuid: 's1', parentUuid: thread[1]!.uuid });
  expect(claudeCode.encode(noted)).toEqual(written);
  const moved = [...history.slice(0, 3), history[5]!, ...history.slice(3, 5)];
  expect(new Set(claudeCode.encode(moved).map(({ uuid }) => uuid)).size).toBe(6);
  expect(claudeCode.encode(history).every((record, at) => record === records[at])).toBe(true);
});

test('results of one record that were moved to their calls have uuids of their own', () => {
  const results = ['t3', 't1', 't2'].flatMap((id) => result(id, 'ok'));
  const records = [
    user('u0', null, 'Go.'),
    answer('r0', 'u0', 'm1', use('t1', 'Read')),
    answer('r1', 'r0', 'm2', use('t2', 'Read')),
    answer('r2', 'r1', 'm3', use('t3', 'Read')),
    user('r3', 'r2', results),
  ];
  const [start, first, second, third, ofThird, ofFirst, ofSecond] = claudeCode.decode(records);
  const moved = [start!, first!, ofFirst!, second!, ofSecond!, third!, ofThird!];
  const written = claudeCode.encode(moved);
  expect(written).toHaveLength(7);
  expect(new Set(written.map(({ uuid }) => uuid)).size).toBe(7);
});

test('an entry decoded from an older log can be added to a newer one', () => {
  const older = claudeCode.decode(log);
  const newer = claudeCode.decode(log.filter(({ uuid }) => uuid !== 'a4'));
  const written = claudeCode.encode([...newer, ...older.slice(4)]);
  expect(written.filter(({ uuid }) => uuid === 'y1').length).toBe(1);
  expect(written.map(({ uuid }) => uuid)).toContain('a4');
  const front = claudeCode.encode([...newer.slice(0, 3), ...older.slice(4), ...newer.slice(3)]);
  expect(front.length).toBe(log.length);
  expect(new Set(front.map(({ uuid }) => uuid))).toEqual(new Set(log.map(({ uuid }) => uuid)));
});

test('rejects entries that were not decoded from a Claude Code log', () => {
  const foreign = openai.decode([{ role: 'user', content: 'Hi' }]);
  expect(() => claudeCode.encode(foreign)).toThrow('was not read from a Claude Code log');
  expect(() => claudeCode.encode([{ speaker: 'human', blocks: [] }])).toThrow('was not read from');
  expect(() => claudeCode.encode([...claudeCode.decode(log), ...foreign])).toThrow('message 5');
});

test('converts the conversation of a log to OpenAI messages, without side records', () => {
  const messages = openai.encode(claudeCode.decode(log));
  expect(messages.map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'tool',
    'user',
    'assistant',
  ]);
  expect(openai.encode(claudeCode.decode(log.slice(0, 2)))).toEqual([]);
});

const recordOf = (uuid: string, parentUuid: string | null, more: object) =>
  ({ uuid, parentUuid, sessionId: 's', ...more }) as never;

test('a record with results and text stays one record when a side thread follows it', () => {
  const records = [
    recordOf('u0', null, {
      type: 'assistant',
      message: {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 't', name: 'Read', input: { file_path: 'a' } }],
      },
    }),
    recordOf('u1', 'u0', {
      type: 'user',
      message: {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 't', content: 'text' },
          { type: 'text', text: 'and now?' },
        ],
      },
    }),
    recordOf('u2', 'u1', {
      type: 'assistant',
      isSidechain: true,
      message: { role: 'assistant', content: 'aside' },
    }),
  ];
  const written = claudeCode.encode(claudeCode.decode(records));
  expect(written).toHaveLength(3);
  expect(written.every((one, index) => one === records[index])).toBe(true);
  const copied = JSON.parse(JSON.stringify(claudeCode.decode(records))) as never[];
  expect(claudeCode.encode(copied)).toEqual(records);
});

test('returns records with equal uuids unchanged, with the records between them', () => {
  const records: readonly ClaudeCodeRecord[] = [
    user('u1', null, 'Go'),
    user('u2', 'u1', 'first half'),
    { type: 'summary', summary: 'It went on.', leafUuid: 'u1' },
    user('u2', 'u1', 'second half'),
  ];
  const written = claudeCode.encode(claudeCode.decode(records));
  expect(written).toHaveLength(records.length);
  for (const [index, record] of written.entries()) expect(record).toBe(records[index]);
});
