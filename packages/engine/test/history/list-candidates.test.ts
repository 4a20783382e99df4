import type { IContent } from '@palimpsest/core-types';
import {
  type EntryEdits,
  findViolations,
  indexExchanges,
  isReasoningOnly,
  createIsProtected,
  repairHistory,
  listCandidatesByAge,
  listCandidatesByKind,
  safeCuts,
  type EvictionCandidate,
} from '../../src/history/index.ts';
import { history } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyHistory } from './histories.ts';

/** Returns the history after each candidate; candidates are applied one after another. */
function steps(
  entries: readonly IContent[],
  candidates: Iterable<EvictionCandidate>,
): IContent[][] {
  const changed = new Map<number, IContent | undefined>();
  const left: IContent[][] = [];
  for (const candidate of candidates) {
    const current = (at: number) => (changed.has(at) ? changed.get(at) : entries[at]);
    const planned = candidate.changes(current) as EntryEdits;
    if (![...planned.keys()].some(current)) continue;
    for (const [at, entry] of planned) changed.set(at, entry);
    left.push(entries.flatMap((_, at) => current(at) ?? []));
  }
  return left;
}

const byAge = (entries: readonly IContent[], boundary: number): IContent[][] =>
  steps(
    entries,
    listCandidatesByAge(indexExchanges(entries), { boundary, isProtected: createIsProtected() }),
  );

const byKind = (
  entries: readonly IContent[],
  boundary: number,
  dropHumanText = true,
): IContent[][] =>
  steps(
    entries,
    listCandidatesByKind(indexExchanges(entries), {
      boundary,
      isProtected: createIsProtected(),
      dropHumanText,
    }),
  );

/** Formats entries as one letter each: Human, Ai, Call, Response, System. */
function shape(entries: readonly IContent[]): string {
  return entries
    .map(({ speaker, blocks }) =>
      blocks.some(({ type }) => type === 'tool_call')
        ? 'C'
        : { system: 'S', human: 'H', ai: 'A', tool: 'R' }[speaker],
    )
    .join('');
}

const session = history()
  .system('be brief')
  .human('first')
  .call('Read', {}, { thought: 'hm' })
  .result('1')
  .ai('one')
  .human('second')
  .call('Read', {}, { thought: 'hm' })
  .result('2')
  .ai('two')
  .human('third')
  .ai('three')
  .build();

test('by kind: removes the answer to the newest request after all text but user text of the last rank', () => {
  const answer = session.findLastIndex(({ speaker }, at) => speaker === 'ai' && at < 9);
  const options = { boundary: 9, isProtected: createIsProtected(), answer };
  const index = indexExchanges(session);
  const rankOfText = (entry: IContent): 0 | 2 => (entry === session[1] ? 2 : 0);
  const all = listCandidatesByKind(index, { ...options, dropHumanText: true, rankOfText });
  const hasAnswer = (entries: readonly IContent[]) => entries.includes(session[answer]!);
  const left = steps(session, all).map(hasAnswer);
  // The last step removes the text of rank 2, the step before it the answer.
  expect(left).toEqual([...left.slice(2).fill(true), false, false]);
  const others = listCandidatesByKind(index, { ...options, dropHumanText: false });
  const leftOfOthers = steps(session, others).map(hasAnswer);
  // Without user text, the answer is last.
  expect(leftOfOthers).toEqual([...leftOfOthers.slice(1).fill(true), false]);
});

test('by kind: keeps the text next to removed calls until assistant prose is removed', () => {
  const entries: IContent[] = [
    {
      speaker: 'ai',
      blocks: [
        { type: 'thinking', thought: 'hm' },
        { type: 'text', text: 'Let me look.' },
        ...history().call('Read', {}, { id: 'a' }).build()[0]!.blocks,
      ],
    },
    {
      speaker: 'tool',
      blocks: [{ type: 'tool_response', callId: 'a', toolName: 'Read', result: '' }],
    },
    ...history().human('x').build(),
  ];
  const left = byKind(entries, 2);
  expect(left.map(shape)).toEqual(['CRH', 'AH', 'H']);
  expect(left[1]![0]!.blocks).toEqual([{ type: 'text', text: 'Let me look.' }]);
});

const system = (list: readonly IContent[]) => list.filter(({ speaker }) => speaker === 'system');

test('the history is valid after every candidate, in order, with other entries unchanged', () => {
  fc.assert(
    fc.property(anyHistory(['0', '1']), fc.nat(12), fc.boolean(), (any, at, isByAge) => {
      const { history: entries, index } = repairHistory(any);
      const boundary = safeCuts(index).atOrBefore(at);
      const alone = new Set(entries.filter(isReasoningOnly));
      for (const rest of (isByAge ? byAge : byKind)(entries, boundary)) {
        expect(findViolations(rest)).toEqual([]);
        expect(rest.filter((entry) => isReasoningOnly(entry) && !alone.has(entry))).toEqual([]);
        const indices = rest.map((entry) => entries.indexOf(entry)).filter((found) => found >= 0);
        expect(indices).toEqual(indices.toSorted((a, b) => a - b));
        expect(rest.slice(rest.length - (entries.length - boundary))).toEqual(
          entries.slice(boundary),
        );
        expect(system(rest)).toEqual(system(entries));
      }
    }),
    { numRuns: 1_000 },
  );
});

test('removes approvals with their exchange, and keeps other blocks that only a format knows', () => {
  const request = { type: 'tool_call', id: 'a', name: 'rm', parameters: {} } as const;
  const replied = { type: 'tool_response', callId: 'a', toolName: 'rm', result: 'ok' } as const;
  const approval = { type: 'opaque', kind: 'approval', belongsToCalls: true } as const;
  const other = { type: 'opaque', kind: 'mystery' } as const;
  const entries: IContent[] = [
    { speaker: 'human', blocks: [{ type: 'text', text: 'Delete it.' }] },
    { speaker: 'ai', blocks: [request, approval, other] },
    { speaker: 'tool', blocks: [approval, replied] },
  ];
  expect(byKind(entries, 3, false).at(-1)).toEqual([
    entries[0],
    { ...entries[1], blocks: [other] },
  ]);
});

/** A block of a call that the provider ran. */
const blockOf = (hostedCallId: string) =>
  ({ type: 'opaque', kind: 'server_tool_use', hostedCallId }) as const;

test('removes calls that the provider ran, with all their blocks, before text', () => {
  const said = { type: 'text', text: 'It is clear.' } as const;
  const other = { type: 'opaque', kind: 'mystery' } as const;
  const entries: IContent[] = [
    { speaker: 'human', blocks: [{ type: 'text', text: 'Look.' }] },
    { speaker: 'ai', blocks: [blockOf('a'), blockOf('b'), blockOf('a'), said, blockOf('b')] },
    { speaker: 'ai', blocks: [blockOf('a'), other] },
    { speaker: 'ai', blocks: [blockOf('a')] },
  ];
  const [human, first, second, tail] = entries;
  const left = byKind(entries, 3, false);
  expect(left).toContainEqual([
    human,
    { ...first, blocks: [blockOf('b'), said, blockOf('b')] },
    second,
    tail,
  ]);
  expect(left).toContainEqual([human, { ...first, blocks: [said] }, second, tail]);
  expect(left.at(-1)).toEqual([human, { ...second, blocks: [other] }, tail]);
});
