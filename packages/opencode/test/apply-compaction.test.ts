import { expect, test } from 'vitest';
import { applyCompaction, UNCHANGED } from '../src/apply-compaction.ts';
import { toTranscript } from '../src/transcript.ts';
import { ask, readFile } from './sessions.ts';

const messages = [ask('task', 'Read.'), readFile(1, 3), readFile(2, 3)];
const record = { text: 'Report.', first: 'm2' };

test('without a record, all messages stay as the same objects', () => {
  const after = applyCompaction(messages, UNCHANGED);
  expect(after.every((message, at) => message === messages[at])).toBe(true);
});

test('a record stands before the first message that stays; newer messages stay, too', () => {
  const newer = ask('newer', 'And now?');
  const after = applyCompaction([...messages, newer], { ...record, results: [] });
  expect(after.map(({ info }) => info.id)).toEqual(['task-record', 'm2', 'newer']);
  expect(after[0]).toMatchObject({
    info: { role: 'user', sessionID: 'session', model: messages[0]!.info.model },
    parts: [{ type: 'text', text: 'Report.', synthetic: true }],
  });
  expect([after[1], after[2]]).toEqual([messages[2], newer]);
});

test('a list that lacks the first message that stays is left alone', () => {
  expect(applyCompaction(messages.slice(0, 2), { ...record, results: [] })).toEqual(
    messages.slice(0, 2),
  );
});

test('a dropped result replaces the output of its part, and nothing else', () => {
  const result = toTranscript(messages).at(-1)!;
  const dropped = { ...result, content: [{ type: 'text', text: '#1f0c9a3e dropped' }] };
  const before = JSON.stringify(messages);
  const [, , last] = applyCompaction(messages, { results: [dropped] });
  expect(JSON.stringify(messages)).toBe(before);
  const [start, tool, finish] = messages[2]!.parts;
  const state = { ...tool!.state, output: '#1f0c9a3e dropped', attachments: [] };
  expect(last!.parts).toEqual([start, { ...tool, state }, finish]);
});
