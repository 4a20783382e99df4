import fc from 'fast-check';
import { expect, test } from 'vitest';
import { claudeCode, type ClaudeCodeRecord } from '@palimpsest/formats/claude-code';
import { conversationRecords } from '../src/index.ts';
import { sessions } from './claude-code-sessions.ts';

let count = 0;

function record(
  parent: ClaudeCodeRecord | null,
  role: 'user' | 'assistant',
  content: unknown,
  more: object = {},
): ClaudeCodeRecord {
  count += 1;
  const timestamp = new Date(Date.UTC(2026, 0, 1) + count * 1000).toISOString();
  const uuid = `u${count}`;
  const message = { role, content, ...(role === 'assistant' ? { id: `msg_${count}` } : {}) };
  return { type: role, uuid, parentUuid: parent?.uuid ?? null, timestamp, message, ...more };
}

function textsOf(records: readonly ClaudeCodeRecord[]): string[] {
  return claudeCode
    .decode(records)
    .flatMap(({ blocks }) =>
      blocks.map((block) =>
        block.type === 'text'
          ? block.text
          : block.type === 'tool_response'
            ? String(block.result)
            : block.type,
      ),
    );
}

const use = (id: string): object[] => [{ type: 'tool_use', id, name: 'Read', input: {} }];
const result = (id: string): object[] => [
  { type: 'tool_result', tool_use_id: id, content: `text of ${id}` },
];

const prompt = record(null, 'user', 'Make the tests green.');
const answer = record(prompt, 'assistant', 'They are red.');

test('reads a record once that was written twice', () => {
  const next = record(answer, 'user', 'Go on.');
  const whole = ['Make the tests green.', 'They are red.', 'Go on.'];
  expect(textsOf([prompt, answer, prompt, answer, next])).toEqual(whole);
  expect(textsOf([prompt, answer, next, answer])).toEqual(whole);
});

test('reads a side thread only from a file that has no other messages', () => {
  const side = { isSidechain: true, agentId: 'a1' };
  const task = record(null, 'user', 'Find the callers.', side);
  const found = record(task, 'assistant', 'Three.', side);
  expect(textsOf([task, found])).toEqual(['Find the callers.', 'Three.']);
  expect(textsOf([prompt, task, found, answer])).toEqual([
    'Make the tests green.',
    'They are red.',
  ]);
  const report = {
    speaker: 'human' as const,
    blocks: [{ type: 'text' as const, text: 'A report.' }],
    metadata: { synthetic: true, reason: 'record' },
  };
  const written = claudeCode.encode([report, ...claudeCode.decode([task, found]).slice(1)]);
  expect(textsOf(written)).toEqual(['A report.', 'Three.']);
  for (const { isSidechain } of written.slice(2)) expect(isSidechain).toBe(true);
});

test('reads parallel calls as one response and keeps all their results', () => {
  const response = { id: 'msg_p', role: 'assistant' };
  const first = record(prompt, 'assistant', [], { message: { ...response, content: use('a') } });
  const resultA = record(first, 'user', result('a'));
  const second = record(first, 'assistant', [], { message: { ...response, content: use('b') } });
  const resultB = record(second, 'user', result('b'));
  const end = record(resultB, 'assistant', 'Read both.');
  const history = claudeCode.decode([prompt, first, resultA, second, resultB, end]);
  expect(history.map(({ speaker, blocks }) => [speaker, blocks.length])).toEqual([
    ['human', 1],
    ['ai', 2],
    ['tool', 1],
    ['tool', 1],
    ['ai', 1],
  ]);
});

test('does not match a result before a compaction with a call after it', () => {
  const orphan = record(null, 'user', result('a'));
  const boundary = { ...record(null, 'user', ''), type: 'system', subtype: 'compact_boundary' };
  const call = record(boundary, 'assistant', use('a'));
  expect(textsOf([orphan, boundary, call])).toEqual(['tool_call']);
});

test('continues the record before when the parent of a record is unknown', () => {
  const cut = { ...record(null, 'user', 'Go on.'), parentUuid: 'not in the file' };
  expect(textsOf([prompt, answer, cut])).toEqual([
    'Make the tests green.',
    'They are red.',
    'Go on.',
  ]);
});

test('reads each record once when their parents form a circle', () => {
  const loop = { ...prompt, parentUuid: answer.uuid };
  expect(textsOf([loop, answer])).toEqual(['Make the tests green.', 'They are red.']);
});

test('reads many compactions of the same messages in linear time', () => {
  const messages = [prompt];
  for (let at = 1; at < 30_000; at += 1) messages.push(record(messages.at(-1)!, 'user', `${at}`));
  const [head, tail] = [messages[0]!.uuid, messages.at(-1)!.uuid];
  const compactions = messages.flatMap(() => {
    const boundary = { ...record(null, 'user', ''), type: 'system', subtype: 'compact_boundary' };
    const summary = record(boundary, 'user', 'A summary.');
    const segment = { headUuid: head, tailUuid: tail, anchorUuid: summary.uuid };
    return [{ ...boundary, compactMetadata: { preservedSegment: segment } }, summary];
  });
  expect(claudeCode.decode([...messages, ...compactions])).toHaveLength(1 + messages.length);
});

test('reads the messages that Claude Code has in memory from a log, and writes the same records', () => {
  fc.assert(
    fc.property(sessions, ({ records, live }) => {
      const history = claudeCode.decode(records);
      const read = conversationRecords(history, 'claude-code').map(({ uuid }) => uuid);
      expect(new Set(read)).toEqual(live);
      expect(read).toHaveLength(live.size);
      expect(claudeCode.encode(history)).toEqual(records);
    }),
  );
});
