import { expect, test } from 'vitest';
import { contents, open, say, talk } from './conversation.ts';

const system = say('You help.');
const note = say('[5 messages]');

test('restores a history with a system message added at the start', async () => {
  const originals = await open();
  const before = talk(1, 20);
  const after = [note, ...before.slice(5, 12), say('[summary]'), ...before.slice(15)];
  await originals.keep(before, after);
  const { messages, missing } = await originals.restore([system, ...after, say('next')]);
  expect(messages).toEqual([system, ...before, say('next')]);
  expect(missing).toEqual([]);
});

test('restores everything else when one message was replaced by another', async () => {
  const originals = await open();
  const before = [system, ...talk(1, 20)];
  const after = [system, note, ...before.slice(6, 12), say('[summary]'), ...before.slice(15)];
  await originals.keep(before, after);
  const edited = [...after.slice(0, 4), say('inserted'), ...after.slice(5)];
  const { messages, missing } = await originals.restore(edited);
  const expected = before.toSpliced(8, 1, say('inserted'));
  expect(contents(messages)).toEqual(contents(expected));
  expect(missing).toEqual([]);
});

test('puts a message inserted after a marker after the restored originals', async () => {
  const originals = await open();
  const before = [system, ...talk(1, 9)];
  const after = [system, note, ...before.slice(6)];
  await originals.keep(before, after);
  const { messages } = await originals.restore(after.toSpliced(2, 0, say('inserted')));
  expect(contents(messages)).toEqual(contents(before.toSpliced(6, 0, say('inserted'))));
});

test('restores a history whose newest message was replaced after each compression', async () => {
  const originals = await open();
  const before = [system, ...talk(1, 8)];
  const output = [system, note, ...before.slice(6)];
  for (const newest of ['one', 'other']) {
    await originals.keep([...before, say(newest)], [...output, say(newest)]);
  }
  const { messages, ambiguous } = await originals.restore([...output, say('third')]);
  expect([contents(messages), ambiguous]).toEqual([contents([...before, say('third')]), []]);
});

test('restores a history that was truncated to an earlier point, up to that point', async () => {
  const originals = await open();
  const before = [system, ...talk(1, 40)];
  const after = [system, note, ...before.slice(6, 30), say('[summary]'), ...before.slice(35)];
  await originals.keep(before, after);
  const { messages, missing } = await originals.restore([...after.slice(0, 6), say('instead')]);
  expect(messages).toEqual([...before.slice(0, 10), say('instead')]);
  // The summary was cut off, so its originals have no position.
  expect(missing).toMatchObject([{ reason: 'unplaced', index: 10 }]);
  expect(missing[0]?.ids).toHaveLength(5);
});

test('keeps an edited marker, and reports its originals if the compression is still recognized', async () => {
  const originals = await open();
  const before = [system, ...talk(1, 20)];
  const after = [system, note, ...before.slice(6)];
  const kept = await originals.keep(before, after);
  const edited = after.with(1, say('[5 messages!]'));
  const { messages, restored, missing } = await originals.restore(edited);
  expect([messages, restored]).toEqual([edited, 0]);
  expect(missing).toEqual([]);

  // The summary is intact and identifies the compression, so the missing originals are known.
  const twice = [system, note, ...before.slice(6, 12), say('[summary]'), ...before.slice(15)];
  const again = await originals.keep(before, twice);
  const second = await originals.restore(twice.with(1, say('[changed]')));
  expect(contents(second.messages)).toEqual(
    contents([system, say('[changed]'), ...before.slice(6)]),
  );
  expect(second.missing).toEqual([
    {
      compression: again?.id,
      reason: 'unplaced',
      ids: again?.originals.slice(0, 5),
      index: 2,
    },
  ]);
  expect(kept?.originals).toEqual(again?.originals.slice(0, 5));
});

test('restores messages removed without a marker only between their former neighbors', async () => {
  const originals = await open();
  const before = talk(1, 20);
  // m5 to m7 were removed without a marker; m10 to m12 have one.
  const after = [...before.slice(0, 4), ...before.slice(7, 9), note, ...before.slice(12)];
  await originals.keep(before, after);
  const shifted = await originals.restore([system, ...after]);
  expect(shifted.messages).toEqual([system, ...before]);
  const cut = await originals.restore([...after.slice(0, 3), ...after.slice(4)]);
  expect(contents(cut.messages)).toEqual(contents([...before.slice(0, 3), ...before.slice(7)]));
  expect(cut.missing).toMatchObject([{ reason: 'unplaced', index: 3 }]);
});

test('recognizes an output without markers by its start, never by a part', async () => {
  const originals = await open();
  const before = talk(1, 20);
  const after = before.slice(8);
  await originals.keep(before, after);
  expect((await originals.restore([...after, say('next')])).messages).toEqual([
    ...before,
    say('next'),
  ]);
  // The full history contains that part, and lacks nothing.
  expect((await originals.restore(before)).messages).toEqual(before);
  await originals.keep([...before, say('m21')], [...before.slice(10), say('m21')]);
  const { messages } = await originals.restore([...before.slice(10), say('m21')]);
  expect(messages).toEqual([...before, say('m21')]);
});

test('keeps edits made between two compressions when it restores', async () => {
  const originals = await open();
  const first = [system, ...talk(1, 20)];
  const output = [system, note, ...first.slice(6)];
  await originals.keep(first, output);
  const edited = [...output.toSpliced(3, 1), ...talk(21, 30)];
  const second = [system, note, say('[summary]'), ...edited.slice(10)];
  await originals.keep(edited, second);
  const { messages, rounds, missing } = await originals.restore(second);
  expect(contents(messages)).toEqual(contents([...first.toSpliced(7, 1), ...talk(21, 30)]));
  expect([rounds, missing]).toEqual([2, []]);
});

test('restores 30 rounds that all have the same marker text', async () => {
  const originals = await open();
  let now = talk(1, 5);
  for (let round = 1; round <= 30; round += 1) {
    const before = [...now, ...talk(5 * round + 1, 5 * round + 5)];
    now = [say('[earlier messages were dropped]'), ...before.slice(-9)];
    await originals.keep(before, now);
  }
  const { messages, rounds } = await originals.restore([system, ...now]);
  expect([contents(messages), rounds]).toEqual([contents([system, ...talk(1, 155)]), 30]);
});
