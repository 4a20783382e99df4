import { expect, test } from 'vitest';
import { contents, open, say, talk, type Message } from './conversation.ts';

const system = say('You help.');
const note = say('[3 entries between here and the newest 2 were dropped; 2 follow]');

test('leaves typed text that looks like a marker unchanged', async () => {
  const originals = await open();
  const before = [system, ...talk(1, 5)];
  await originals.keep(before, [system, note, ...before.slice(4)]);
  for (const typed of [
    [say('Hello'), note, say('What does this line mean?')],
    [system, note],
    [say('[summary: everything]')],
    [note],
  ]) {
    const { messages, restored } = await originals.restore(typed);
    expect([messages, restored]).toEqual([typed, 0]);
  }
});

test('distinguishes two conversations with the same marker', async () => {
  const originals = await open();
  const one = [system, ...talk(1, 5)];
  const other = [system, ...talk(11, 15)];
  const outputs = [one, other].map((before) => [system, note, ...before.slice(4)]);
  await originals.keep(one, outputs[0]!);
  await originals.keep(other, outputs[1]!);
  expect((await originals.restore(outputs[0]!)).messages).toEqual(one);
  expect((await originals.restore(outputs[1]!)).messages).toEqual(other);
});

test('leaves a history unchanged whose compressed messages were edited', async () => {
  const originals = await open();
  const before = [system, ...talk(1, 9)];
  const after = [system, note, ...before.slice(4, 7), say('[summary]'), ...before.slice(9)];
  await originals.keep(before, after);
  for (const edited of [
    after.with(1, say('[3 entries!]')),
    after.toSpliced(3, 1),
    after.toSpliced(3, 0, say('inserted')),
    [say('Be brief.'), ...after],
    after.slice(0, -1),
  ]) {
    const { messages, restored, missing } = await originals.restore(edited);
    expect([messages, restored, missing]).toEqual([edited, 0, []]);
  }
});

test('does not restore one conversation from the record of another with the same marker', async () => {
  const originals = await open();
  const opening = [system, say('Hi'), say('How can I help?')];
  const other = [...opening, ...talk(11, 29)];
  await originals.keep(other, [...opening, note, ...other.slice(8)]);
  for (const output of [
    [...opening, note, ...talk(4, 9)],
    [...opening, note],
    [...opening, say('m19'), note, say('m20')],
    [...other.slice(8), note],
    [...opening, ...other.slice(8, 12), note, ...talk(4, 9)],
  ]) {
    const { messages, restored, missing } = await originals.restore(output);
    expect([contents(messages), restored, missing]).toEqual([contents(output), 0, []]);
  }
});

test('does not match restored messages to the output of another conversation', async () => {
  const originals = await open();
  const mine = [system, say('Hi'), note, ...talk(1, 5)];
  const output = [system, say('Hi'), note, say('[all]'), mine.at(-1)!];
  await originals.keep(mine, output);
  // A second conversation lost messages without a marker, and a third has the same marker.
  await originals.keep([system, say('secret'), say('Hi')], [system, say('Hi')]);
  await originals.keep([say('x'), say('y')], [note, say('y')]);
  expect((await originals.restore(output)).messages).toEqual(mine);
});

test('reports equal outputs of different inputs as ambiguous, unless an option decides', async () => {
  const originals = await open();
  const one = [system, ...talk(1, 3), say('Thanks')];
  const other = [system, ...talk(7, 9), say('Thanks')];
  const output = [system, note, say('Thanks')];
  const first = await originals.keep(one, output, { conversation: 'one' });
  const second = await originals.keep(other, output, { conversation: 'other' });
  const unnamed = await originals.restore(output);
  expect(unnamed).toMatchObject({ messages: output, restored: 0 });
  expect(new Set(unnamed.ambiguous)).toEqual(new Set([first?.id, second?.id]));
  const named = await originals.restore(output, { conversation: 'one' });
  expect(named).toMatchObject({ messages: one, ambiguous: [] });
  const newest = await originals.restore(output, { ambiguity: 'newest' });
  expect(newest).toMatchObject({ messages: other, ambiguous: [] });
  const unknown = await originals.restore(output, { conversation: 'third' });
  expect(unknown).toMatchObject({ messages: output, ambiguous: [] });
});

test('restores conversations with an equal start, with or without their name', async () => {
  const originals = await open();
  const begin = [system, ...talk(1, 6)];
  const output = [system, ...talk(5, 6)];
  const ends: Message[][] = [];
  for (const [index, conversation] of ['one', 'other'].entries()) {
    await originals.keep(begin, output, { conversation });
    const more = [...output, ...talk(10 * index + 10, 10 * index + 15)];
    const end = [system, ...more.slice(-2)];
    await originals.keep(more, end, { conversation });
    ends.push(end);
  }
  expect((await originals.restore(output)).messages).toEqual(begin);
  for (const [index, conversation] of ['one', 'other'].entries()) {
    const whole = [...begin, ...talk(10 * index + 10, 10 * index + 15)];
    for (const options of [{ conversation }, {}]) {
      const { messages, ambiguous } = await originals.restore(ends[index]!, options);
      expect([messages, ambiguous]).toEqual([whole, []]);
    }
  }
});

test('finds the provenance and metadata of a generated message by its content', async () => {
  const originals = await open();
  const before = [system, ...talk(1, 5)];
  const after = [system, note, ...before.slice(4)];
  const metadata = new Map([[1, { synthetic: true, reason: 'dropped-entries' }]]);
  const kept = await originals.keep(before, after, {
    strategy: 'high-density',
    metadata,
  });
  const proof = originals.findProof({ content: note.content, role: note.role });
  expect(proof).toEqual({
    compression: kept?.id,
    originals: kept?.originals,
    strategy: 'high-density',
    metadata: { synthetic: true, reason: 'dropped-entries' },
  });
  expect(originals.findProof(system)).toBeUndefined();
  expect(originals.findProof({ ...note, role: 'assistant' })).toBeUndefined();
  expect((await open('t')).findProof(note)).toBeUndefined();
});

test('does not match an output without markers to a conversation of another name', async () => {
  const originals = await open();
  const [first, second, third] = talk(1, 3);
  await originals.keep([first, second, third], [first, third]);
  const other = [first!, third!, say('Something else.')];
  expect((await originals.restore(other, { conversation: 'bob' })).messages).toEqual(other);
  expect(originals.find(other)).toEqual([]);
  expect((await originals.restore(other)).messages).toHaveLength(4);
});
