import {
  formatMarkerLegend,
  hasGapNote,
  hasRecallId,
  parseGapMarker,
  recallIdOf,
  type IContent,
} from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compress, compressed, reloaded, responsesOf, wordsOf } from './compressed.ts';
import { linesOf } from './lines-of.ts';

const originalId = ({ blocks }: IContent, block: number): string | undefined => {
  const one = blocks[block];
  return one?.type === 'tool_response' ? `0a1b2c${one.callId.slice(-1)}d` : undefined;
};

const before = history()
  .system('You are careful.')
  .human('Look around.')
  .call('look', { at: 'first' })
  .result(linesOf('first', 60))
  .call('look', { at: 'second' })
  .result(linesOf('second', 60))
  .call('look', { at: 'third' })
  .result({ rows: Array.from({ length: 40 }, (_, at) => ({ id: `row_${at}`, at })) })
  .ai('I see.')
  .build();

test('a reduced result begins with its recall id', async () => {
  const [first, second, third] = responsesOf(await compressed(before, { ratio: 0.4, originalId }));
  expect((first!.result as string).split('\n')[0]).toMatch(
    /^#0a1b2c1d(?: …\d+)?(?: \[Shortened: [^\]]+\])?$/,
  );
  expect((second!.result as string).split('\n')[0]).toMatch(/^#0a1b2c2d(?: …\d+)?$/);
  // A record stays a record: its recall id is next to the count of omitted fields.
  expect(third!.result).toMatchObject({ '…': expect.stringMatching(/^#0a1b2c3d …\d+$/) as string });
});

test('writes no recall id if none is available, and none before a complete result', async () => {
  for (const { result } of responsesOf(await compressed(before, { ratio: 0.4 }))) {
    expect(typeof result === 'string' && hasRecallId(result)).toBe(false);
  }
  const after = await compressed(before, { ratio: 0.9, originalId });
  const whole = responsesOf(after).filter(({ result }) => result === linesOf('second', 60));
  expect(responsesOf(after).some(({ result }) => hasRecallId(String(result)))).toBe(true);
  for (const { result } of whole) expect(hasRecallId(String(result))).toBe(false);
});

const ids = (entries: readonly IContent[]): string[] =>
  responsesOf(entries).map(({ result }) => `#${recallIdOf(result) ?? ''}`);

test('a result keeps its first recall id, however often it is reduced', async () => {
  let now: readonly IContent[] = await compressed(before, { ratio: 0.4, originalId });
  expect(ids(now)).toEqual(['#0a1b2c1d', '#0a1b2c2d', '#0a1b2c3d']);
  for (const ratio of [0.8, 0.7, 0.5]) {
    const result = await compress(reloaded(now), { ratio, originalId: () => 'ffffffff' });
    expect(result.kind).toBe('applied');
    now = result.kind === 'applied' ? result.newHistory : now;
    expect(ids(now)).toEqual(['#0a1b2c1d', '#0a1b2c2d', '#0a1b2c3d']);
    expect(
      now
        .map(wordsOf)
        .join('\n')
        .match(/#[\da-f]{8}/g),
    ).toHaveLength(3);
  }
});

/** Returns the lines of a history that are gap markers only, in order. */
const markerLines = (entries: readonly IContent[]): string[] =>
  entries
    .flatMap((entry) => wordsOf(entry).split('\n'))
    .filter((line) => parseGapMarker(line) !== undefined);

test.each([
  ['without ids', {}, formatMarkerLegend()],
  ['with ids', { originalId }, formatMarkerLegend({ canRecall: true })],
])(
  'only the first gap marker has the marker legend, and no message is added: %s',
  async (_, options, note) => {
    for (const ratio of [0.1, 0.25, 0.4]) {
      const after = await compressed(before, { ratio, ...options });
      expect(after).toHaveLength(before.length);
      const markers = markerLines(after);
      expect(markers.length).toBeGreaterThan(1);
      const [first, ...others] = markers;
      expect(first).toMatch(/^(?:#0a1b2c1d )?…\d+ \[/);
      expect(first!.endsWith(` ${note}`)).toBe(true);
      expect(others.filter(hasGapNote)).toEqual([]);
      expect(after.map(wordsOf).join('\n').split('[Shortened:')).toHaveLength(2);
    }
  },
);

test('never repeats the marker legend, neither after more omissions nor without metadata', async () => {
  const options = { originalId };
  const once = reloaded(await compressed(before, { ratio: 0.5, ...options }));
  const more = history().human('And now?').ai(linesOf('more', 60)).ai('Done.').build();
  const result = await compress([...once, ...more], { ratio: 0.5, ...options });
  expect(result.kind).toBe('applied');
  const twice = result.kind === 'applied' ? result.newHistory : [];
  expect(markerLines(twice).length).toBeGreaterThan(markerLines(once).length);
  const explained = [once, twice].map((entries) => markerLines(entries).filter(hasGapNote));
  expect(explained[0]).toHaveLength(1);
  expect(explained[1]).toHaveLength(1);
  expect(explained[1]![0]!.endsWith(` ${formatMarkerLegend({ canRecall: true })}`)).toBe(true);
});

test('the marker legend explains recall only if recall is possible', async () => {
  const [plain] = markerLines(await compressed(before, { ratio: 0.4 }));
  expect(plain!.endsWith(` ${formatMarkerLegend()}`)).toBe(true);
  const [recallable] = markerLines(await compressed(before, { ratio: 0.4, originalId }));
  expect(recallable!.endsWith(` ${formatMarkerLegend({ canRecall: true })}`)).toBe(true);
});

test('joins the gap marker after a recall id with the one for the lines after it', async () => {
  const session = history()
    .human('Build it.')
    .call('bash', { command: 'make' })
    .result(`#4c4105e1 …95\n${linesOf('step', 24)}\nError: gate_9 has no tariff`)
    .human('And now?')
    .ai('Done.')
    .build();
  const [left] = responsesOf(await compressed(session, { ratio: 0.3 }));
  const text = String(left!.result).replace(` ${formatMarkerLegend({ canRecall: false })}`, '');
  expect(text).toBe('#4c4105e1 …119\nError: gate_9 has no tariff');
});
