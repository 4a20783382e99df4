import { describe, expect, test } from 'vitest';
import { applyEdits, planEdits } from '../src/plan-edits.ts';
import { toTranscript, type TranscriptMessage } from '../src/transcript.ts';
import { answer, ask, readFile } from './sessions.ts';

const messages = [
  ask('task', 'Read.'),
  readFile(1, 3),
  answer('said', [{ id: 'said-text', type: 'text', text: 'It has three lines.' }]),
  ask('more', 'Go on.'),
];
const transcript = toTranscript(messages);
const [task, call, result, said, more] = transcript as [
  TranscriptMessage,
  TranscriptMessage,
  TranscriptMessage,
  TranscriptMessage,
  TranscriptMessage,
];
const edit = (...compacted: readonly object[]) =>
  applyEdits(messages, planEdits(transcript, compacted as readonly TranscriptMessage[]));

describe('edits', () => {
  test('keep unchanged messages as the same objects', () => {
    const same = edit(...transcript);
    expect(same.every((message, at) => message === messages[at])).toBe(true);
  });

  test('replace a result and the arguments of its call, and nothing else of the part', () => {
    const [block] = call.content;
    const shorter = { ...result, content: [{ type: 'text', text: '#1f …2' }] };
    const called = { ...call, content: [{ ...block, arguments: { command: 'cat …' } }] };
    const [first, changed, ...others] = edit(task, called, shorter, said, more);
    const [start, tool, finish] = messages[1]!.parts;
    expect(changed!.parts).toEqual([
      start,
      { ...tool, state: { ...tool!.state, input: { command: 'cat …' }, output: '#1f …2' } },
      finish,
    ]);
    expect([first, ...others]).toEqual(messages.toSpliced(1, 1));
  });

  test('remove a call with its result, and a message that has nothing left to send', () => {
    expect(edit(task, said, more)).toEqual(messages.toSpliced(1, 1));
  });

  test('put added texts before the message that follows them, as a message of the person', () => {
    const note = { role: 'user', content: 'Some lines were removed.' };
    const noted = edit(task, note, said, more);
    expect(noted.map(({ info }) => info.id)).toEqual(['task', 'said-note', 'said', 'more']);
    expect(noted[1]).toMatchObject({
      info: { role: 'user', sessionID: 'session' },
      parts: [{ type: 'text', text: 'Some lines were removed.', synthetic: true }],
    });
  });

  test('put texts added at the end before the last message', () => {
    const note = { role: 'user', content: 'Rules: none.' };
    const newer = ask('newer', 'And now?');
    const edits = planEdits(transcript, [...transcript, note] as readonly TranscriptMessage[]);
    expect(applyEdits([...messages, newer], edits).map(({ info }) => info.id)).toEqual([
      'task',
      'm1',
      'said',
      'more-note',
      'more',
      'newer',
    ]);
  });

  test('return two merged texts to their own messages', () => {
    const merged = { ...said, content: [...said.content, { ...more.content[0], text: 'Go …' }] };
    const parts = edit(task, call, result, merged).flatMap((message) => message.parts);
    expect(parts.map(({ text }) => text).filter(Boolean)).toEqual([
      'Read.',
      'It has three lines.',
      'Go …',
    ]);
  });
});
