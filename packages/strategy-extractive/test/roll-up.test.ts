import type { IContent } from '@palimpsest/core-types';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { summaryId } from '@palimpsest/summarizer/reduce';
import type { SummaryFacts } from '../src/history/reduce-passages.ts';
import { compress, compressed, reloaded, summarized, textsOf } from './compressed.ts';

const options = { settings: { rollUp: true } };
/** The first request is never changed. */
const start = history().human('Look at the pools.').ai('I will.').build();
const end = history().human('One.').ai('Two.').human('Three.').ai('Four.').build();

/** Summaries of earlier compressions, of user and model in turn. */
function summaries(count: number, from = 0): IContent[] {
  return Array.from({ length: 2 * count }, (_, at): IContent => {
    const service = from + Math.floor(at / 2);
    const asked = `We asked for the workerPool of service ${service}, and waited for it.`;
    const set = `The poolSize of service ${service} was set to ${service} connections.`;
    const text = `[summary: ${at % 2 === 0 ? asked : set}]`;
    const facts: SummaryFacts = { summaryId: summaryId([text]), texts: 1 };
    return {
      speaker: at % 2 === 0 ? 'human' : 'ai',
      blocks: [{ type: 'text', text }],
      metadata: { isSummary: true, extractive: facts },
    };
  });
}

const targetOf = (entries: readonly IContent[]): number => countTokensByCharacters(entries) - 10;

const factsOf = ({ metadata }: IContent): SummaryFacts => metadata!['extractive'] as SummaryFacts;

test('rolls up a run of old summaries into one that lists the parent ids', async () => {
  const old = summaries(3);
  expect(old).toHaveLength(6);
  const before = [...start, ...old, ...end];
  const targetTokens = countTokensByCharacters(before) - 10;
  const result = await compress(before, { targetTokens, options });
  if (result.kind === 'noop') throw new Error(result.reason);
  const [rolled, ...rest] = result.newHistory.slice(start.length);
  // The last summary of the model stays, because a user message follows.
  const merged = old.slice(0, -1);
  expect(rest).toEqual([old[5], ...end]);
  expect(textsOf(rolled!)[0]).toMatch(/^\[summary: (?!\[).* \(5 messages merged\)/s);
  expect(factsOf(rolled!)).toMatchObject({
    texts: 5,
    parentIds: merged.map((entry) => factsOf(entry).summaryId),
  });
  expect(result.metadata.provenance?.[2]).toEqual({ sources: [2, 3, 4, 5, 6], reason: 'summary' });
  expect(result.metadata.dropped).toEqual({ summarizedTexts: 5 });
});

test.each([
  ['human', [0, 1, 2], 3],
  ['human', [0, 1, 2, 3], 3],
  ['ai', [1, 2, 3], 3],
  ['ai', [1, 2, 3, 4], 3],
] as const)(
  'a run ends with the role that it begins with: %s, summaries %j',
  async (role, run, texts) => {
    const old = summaries(3);
    const lead = role === 'human' ? start : start.slice(0, 1);
    const before = [...lead, ...run.map((at) => old[at]!), ...end];
    const after = await compressed(before, { targetTokens: targetOf(before), options });
    const [first, ...rest] = after.slice(lead.length);
    expect(first!.speaker).toBe(role);
    expect(factsOf(first!).texts).toBe(texts);
    expect(factsOf(first!).parentIds?.length).toBe(texts);
    // Entries that are not rolled up may be reduced in other ways.
    expect(rest.slice(-end.length)).toEqual(end);
    expect(rest).toHaveLength(before.length - lead.length - texts);
  },
);

test.each([
  ['human', [0, 1]],
  ['ai', [1, 2]],
] as const)(
  'does not roll up two summaries of different roles: %s, summaries %j',
  async (role, run) => {
    const lead = role === 'human' ? start : start.slice(0, 1);
    const before = [...lead, ...run.map((at) => summaries(3)[at]!), ...end];
    const after = await compressed(before, { targetTokens: targetOf(before), options });
    expect(after.flatMap(textsOf).join()).not.toContain('messages merged');
  },
);

test('rolls up summaries of summaries again', async () => {
  const first = [...start, ...summaries(2), ...end];
  const [, , one, other] = await compressed(first, { targetTokens: targetOf(first), options });
  expect([factsOf(one!).texts, factsOf(other!).texts]).toEqual([3, 1]);
  const newer = summaries(3, 2);
  const second = [...start, one!, other!, ...newer, ...end];
  const after = await compressed(second, { targetTokens: targetOf(second), options });
  const [two, ...rest] = after.slice(start.length);
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
  const old = change(summaries(3));
  const before = [...start, ...old, ...end];
  const targetTokens = countTokensByCharacters(before) - 10;
  const after = await compressed(before, { targetTokens, options: given });
  const known = new Set(before.flatMap(textsOf));
  const written = after.flatMap(textsOf).filter((text) => !known.has(text));
  expect(written.filter((text) => !/^\[truncated — \d+ chars\]$/.test(text))).toEqual([]);
});

test('other entries separate the runs', async () => {
  const old = summaries(4);
  const before = [
    ...start,
    ...old.slice(0, 3),
    ...history().ai('Wait.').build(),
    ...old.slice(4, 7),
    ...history().ai('Go on.').build(),
    ...end,
  ];
  const after = await summarized(before, { options });
  expect([after[2], after[4]].map((entry) => factsOf(entry!).texts)).toEqual([3, 3]);
  expect(after.slice(2).map((entry) => textsOf(entry)[0]!.slice(0, 9))).toEqual([
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

test('rolls up summaries of more than 4,000 characters into several', async () => {
  const old = summaries(40);
  const length = old.reduce((sum, entry) => sum + textsOf(entry)[0]!.length, 0);
  expect(length).toBeGreaterThan(4_000);
  expect(length).toBeLessThan(8_000);
  const after = await summarized([...start, ...old, ...end], { options });
  const texts = after.slice(2, -end.length).map((entry) => factsOf(entry).texts);
  expect(texts.length).toBeGreaterThan(1);
  expect(texts.reduce((sum, count) => sum + count, 0)).toBe(old.length);
});
