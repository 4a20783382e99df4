import type { IContent } from '@palimpsest/core-types';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import type { SummaryFacts } from '../src/index.ts';
import { compress, compressed, reloaded, summarized, textsOf } from './compressed.ts';

const options = { settings: { rollUp: true } };
const end = history().human('One.').ai('Two.').human('Three.').ai('Four.').build();

async function summaries(count: number): Promise<IContent[]> {
  const built = history();
  for (let at = 0; at < count; at += 1) {
    built.human(`We asked for the workerPool of service ${at}. `.repeat(12));
    built.ai(`The poolSize of service ${at} was set to ${at} connections. `.repeat(12));
  }
  return [...(await summarized([...built.build(), ...end]))].slice(0, -4);
}

const targetOf = (entries: readonly IContent[]): number => countTokensByCharacters(entries) - 10;

const factsOf = ({ metadata }: IContent): SummaryFacts => metadata!['extractive'] as SummaryFacts;

test('runs of old summaries become one, which names its parents', async () => {
  const old = await summaries(3);
  expect(old).toHaveLength(6);
  const before = [...old, ...end];
  const targetTokens = countTokensByCharacters(before) - 10;
  const result = await compress(before, { targetTokens, options });
  if (result.kind === 'noop') throw new Error(result.reason);
  const [rolled, ...rest] = result.newHistory;
  // The model's newest stays: what follows is a person's.
  const merged = old.slice(0, -1);
  expect(rest).toEqual([old[5], ...end]);
  expect(textsOf(rolled!)[0]).toMatch(/^\[summary: (?!\[).* \(5 messages merged\)/s);
  expect(factsOf(rolled!)).toMatchObject({
    texts: 5,
    parentIds: merged.map((entry) => factsOf(entry).summaryId),
  });
  expect(result.metadata.provenance?.[0]).toEqual({ sources: [0, 1, 2, 3, 4], reason: 'summary' });
  expect(result.metadata.dropped).toEqual({ summarizedTexts: 5 });
});

test.each([
  ['human', [0, 1, 2], 3],
  ['human', [0, 1, 2, 3], 3],
  ['ai', [1, 2, 3], 3],
  ['ai', [1, 2, 3, 4], 3],
  ['human', [0, 1], 1],
  ['ai', [1, 2], 1],
] as const)(
  'a run ends in the role in which it begins: %s, summaries %j',
  async (role, run, texts) => {
    const old = await summaries(3);
    const before = [...run.map((at) => old[at]!), ...end];
    const [first, ...rest] = await compressed(before, { targetTokens: targetOf(before), options });
    expect(first!.speaker).toBe(role);
    expect(factsOf(first!).texts).toBe(texts);
    expect(factsOf(first!).parentIds?.length).toBe(texts === 1 ? undefined : texts);
    // What is not rolled up may be made smaller in other ways.
    expect(rest.slice(-end.length)).toEqual(end);
    expect(rest).toHaveLength(before.length - texts);
  },
);

test('summaries of summaries are rolled up again', async () => {
  const first = [...(await summaries(2)), ...end];
  const [one, other] = await compressed(first, { targetTokens: targetOf(first), options });
  expect([factsOf(one!).texts, factsOf(other!).texts]).toEqual([3, 1]);
  const newer = await summaries(3);
  const second = [one!, other!, ...newer, ...end];
  const [two, ...rest] = await compressed(second, { targetTokens: targetOf(second), options });
  expect(rest).toEqual([newer[5], ...end]);
  expect(factsOf(two!).texts).toBe(9);
  expect(factsOf(two!).parentIds?.[0]).toBe(factsOf(one!).summaryId);
  expect(textsOf(two!)[0]).toContain('(9 messages merged)');
});

test.each([
  ['not where nobody asked for it', {}, (entries: readonly IContent[]) => entries],
  ['not where their text alone says that they are summaries', options, reloaded],
  [
    'not where somebody pinned them',
    options,
    (entries: readonly IContent[]) =>
      entries.map((entry) => ({ ...entry, metadata: { ...entry.metadata, pinned: true } })),
  ],
  [
    'not where the note is another’s',
    options,
    (entries: readonly IContent[]) =>
      entries.map((entry) => ({
        ...entry,
        metadata: { isSummary: true, extractive: { texts: 2 } },
      })),
  ],
  [
    'not where another text stands there by now',
    options,
    (entries: readonly IContent[]) =>
      entries.map((entry, at): IContent => {
        const text = at % 2 === 0 ? `[dup of "We asked" below — ${at}00 chars]` : 'We asked.';
        return { ...entry, blocks: [{ type: 'text', text }] };
      }),
  ],
])('%s', async (_, given, change) => {
  const old = change(await summaries(3));
  const before = [...old, ...end];
  const targetTokens = countTokensByCharacters(before) - 10;
  const after = await compressed(before, { targetTokens, options: given });
  const known = new Set(before.flatMap(textsOf));
  const written = after.flatMap(textsOf).filter((text) => !known.has(text));
  expect(written.filter((text) => !/^\[truncated — \d+ chars\]$/.test(text))).toEqual([]);
});

test('other entries part the runs', async () => {
  const old = await summaries(4);
  const before = [
    ...old.slice(0, 3),
    ...history().ai('Wait.').build(),
    ...old.slice(4, 7),
    ...history().ai('Go on.').build(),
    ...end,
  ];
  const after = await summarized(before, { options });
  expect([after[0], after[2]].map((entry) => factsOf(entry!).texts)).toEqual([3, 3]);
  expect(after.map((entry) => textsOf(entry)[0]!.slice(0, 9))).toEqual([
    '[summary:',
    'Wait.',
    '[summary:',
    'Go on.',
    'One.',
    'Two.',
    'Three.',
    'Four.',
  ]);
});

test('one of them stands for at most 4,000 characters of summaries', async () => {
  const old = await summaries(40);
  const length = old.reduce((sum, entry) => sum + textsOf(entry)[0]!.length, 0);
  expect(length).toBeGreaterThan(4_000);
  expect(length).toBeLessThan(8_000);
  const after = await summarized([...old, ...end], { options });
  // A summary that the model gave stands between them.
  const texts = after.slice(0, -end.length).map((entry) => factsOf(entry).texts);
  expect(texts.map((count) => count > 1)).toEqual([true, false, true, false]);
  expect(texts.reduce((sum, count) => sum + count, 0)).toBe(old.length);
});
