import { formatMarkerLegend, parseGapMarker, type IContent } from '@palimpsest/core-types';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compress, compressed, wordsOf } from './compressed.ts';
import { linesOf } from './lines-of.ts';

/** Token estimate with a fixed cost per message, as providers count. */
const withMessages = (entries: readonly IContent[]): number =>
  countTokensByCharacters(entries) + 4 * entries.length;

const isMarker = (entry: IContent): boolean => parseGapMarker(wordsOf(entry)) !== undefined;
const isHuman = ({ speaker }: IContent): boolean => speaker === 'human';
const isPinned = (entry: IContent): boolean => wordsOf(entry).startsWith('pinned');

/** Remarks of a user and a model; some contain names worth keeping. */
const built = history();
for (let at = 0; at < 200; at += 1) {
  built.human(at % 9 === 0 ? `Is craneGate_${at} at berth_${at * 7}?` : 'Right.');
  built.ai(at % 11 === 0 ? `parcelQueue_${at} waits for tariffKey_${at * 3}.` : 'Yes, I think so.');
}
const talk = built.build();

test.each([0.1, 0.25, 0.5])(
  'merges omitted messages into one gap marker per run, or one per role, to save tokens: %s',
  async (share) => {
    const targetTokens = Math.floor(share * withMessages(talk));
    const { metadata, ...result } = await compress(talk, {
      targetTokens,
      estimateTokens: withMessages,
    });
    const after = result.kind === 'applied' ? result.newHistory : [];
    expect(metadata.shortfallTokens).toBeUndefined();
    expect(withMessages(after)).toBeLessThanOrEqual(targetTokens);
    const markers = after.filter(isMarker).length;
    expect(markers).toBeGreaterThan(0);
    expect(after.length - markers).toBeGreaterThan(markers / 2);
    for (const [at, { speaker }] of after.entries()) {
      const run = after.slice(Math.max(0, at - 2), at + 1);
      expect(run.length === 3 && run.every(isMarker)).toBe(false);
      expect(at > 0 && speaker === after[at - 1]!.speaker).toBe(false);
    }
    const stoodFor = metadata.provenance!.filter(({ reason }) => reason !== 'notice');
    expect(stoodFor.flatMap(({ sources }) => sources)).toEqual(talk.map((_, at) => at));
  },
);

test('a gap marker counts the lines that it replaces, and absorbs lines omitted later', async () => {
  const before = history()
    .human('Now.')
    .ai(linesOf('one', 3))
    .ai(linesOf('two', 4))
    .human('Well?')
    .ai(linesOf('tail', 2))
    .build();
  const once = await compressed(before, { targetTokens: 0, pinned: isHuman });
  expect(once.map(wordsOf)).toEqual([
    'Now.',
    `…7 ${formatMarkerLegend()}`,
    'Well?',
    linesOf('tail', 2),
  ]);
  const marker = once.findIndex(isMarker);
  const more = once.toSpliced(marker + 1, 0, ...history().ai(linesOf('three', 5)).build());
  const twice = await compressed(more, { targetTokens: 0, pinned: isHuman });
  expect(twice.map(wordsOf)).toEqual(once.map(wordsOf).with(marker, `…12 ${formatMarkerLegend()}`));
});

test('does not merge pinned messages or calls, or any message if a preserve threshold is set', async () => {
  const before = history()
    .ai(linesOf('one', 3))
    .call('Read', { file_path: '/a/b.txt' })
    .result(linesOf('file', 9))
    .ai(linesOf('two', 3))
    .ai(linesOf('pinned', 3))
    .ai(linesOf('three', 3))
    .human('And?')
    .ai('Done.')
    .build();
  const after = await compressed(before, { targetTokens: 0, pinned: isPinned });
  expect(after).toHaveLength(before.length);
  expect(after.filter(isMarker).map(wordsOf)).toEqual([
    `…3 ${formatMarkerLegend()}`,
    '…9',
    '…3',
    '…3',
  ]);
  const short = Math.floor(0.1 * withMessages(talk));
  const shared = await compressed(talk, {
    targetTokens: short,
    estimateTokens: withMessages,
    preserveThreshold: 0.2,
  });
  expect(shared).toHaveLength(talk.length);
});

// Seed 20261202, case 656104: without the marker, the codec of Codex logs joined the call with the assistant message before it, and the next compression removed that message's text.
test('text next to calls leaves its marker if an assistant message comes before', async () => {
  const before = history().human('Now.').ai('sed').ai('Go on.').human('And?').ai('Done.').build();
  const [call] = history().call('Read', { file_path: '/a/b.txt' }).result('A.').build();
  const [, , remark] = before;
  const asked = { ...remark!, blocks: [...remark!.blocks, ...call!.blocks] };
  const [, result] = history().call('Read', { file_path: '/a/b.txt' }).result('A.').build();
  const after = await compressed(before.toSpliced(2, 1, asked, result!), { targetTokens: 0 });
  expect(after[1]!.speaker).toBe('ai');
  expect(after[2]!.blocks.map(({ type }) => type)).toEqual(['text', 'tool_call']);
  expect(isMarker({ ...after[2]!, blocks: after[2]!.blocks.slice(0, 1) })).toBe(true);
});

test('text next to results leaves no marker: its entry is joined with no other', async () => {
  const start = history().human('Now.').call('Read', { file_path: '/a/b.txt' }).result('A.');
  const before = start.human('And?').ai('Done.').build();
  const remark = history().ai('Go on with the next file, please.').build()[0]!.blocks;
  const entry = { ...before[2]!, blocks: [...before[2]!.blocks, ...remark] };
  const after = await compressed(before.with(2, entry), { targetTokens: 0 });
  expect(after[2]!.blocks.map(({ type }) => type)).toEqual(['tool_response']);
});
