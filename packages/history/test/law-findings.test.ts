import type { ContentBlock, IContent, ProvenanceRecord } from '@palimpsest/core-types';
import { checkInvariants, createIsProtected, type CheckedResult } from '@palimpsest/history';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';

const kept = (...indices: readonly number[]): ProvenanceRecord[] =>
  indices.map((index) => ({ sources: [index], reason: 'kept' }));
const reduced = (...sources: readonly number[]): ProvenanceRecord => ({
  sources,
  reason: 'reduced',
});
const summary = (...sources: readonly number[]): ProvenanceRecord => ({
  sources,
  reason: 'summary',
});
const repaired: ProvenanceRecord = { sources: [], reason: 'repair' };

/** Returns the findings of one law as `index: message`. */
function found(
  law: string,
  before: readonly IContent[],
  after: readonly IContent[],
  given: Partial<CheckedResult> = {},
): string[] {
  return checkInvariants({
    before,
    after,
    provenance: [],
    isProtected: createIsProtected(),
    humanText: 'eligible',
    tokensBefore: 100,
    tokensAfter: 100,
    ...given,
  })
    .filter((violation) => violation.law === law)
    .map(({ index, message }) => `${index}: ${message}`);
}

const six = history().human('0').ai('1').human('2').ai('3').human('4').ai('5').build();
const [, one, two, three, four] = six as [IContent, IContent, IContent, IContent, IContent];
const again = (entry: IContent): IContent => ({ ...entry });

test('law 2 names the kept entry that moved', () => {
  expect(found('law-2-order', six, [six[0]!, two, one, three])).toEqual([
    '2: an entry that was kept changed its place',
  ]);
});

test.each<[string, readonly ProvenanceRecord[], string[]]>([
  ['in order', [...kept(0), reduced(1), ...kept(2)], []],
  ['in another order', [...kept(0), reduced(2), reduced(1)], ['2: entry 1 stands behind entry 2']],
  ['twice', [reduced(1), reduced(1)], ['1: entry 1 stands behind entry 1']],
  [
    'before and behind one the repair made',
    [reduced(4), repaired, reduced(1)],
    ['2: entry 1 stands behind entry 4'],
  ],
  ['behind one the repair made', [repaired, reduced(1), reduced(4)], []],
  ['behind the summary of what stood around it', [summary(1, 4), reduced(2)], []],
  [
    'before the first of a summary',
    [summary(2, 4), reduced(1)],
    ['1: entry 1 stands behind entry 2'],
  ],
  [
    'behind what was made of several and is no summary',
    [reduced(1, 4), reduced(2)],
    ['1: entry 2 stands behind entry 4'],
  ],
])('law 2 for entries in order %s', (_, provenance, expected) => {
  const after = provenance.map(({ sources }) => again(six[sources[0] ?? 0]!));
  expect(found('law-2-order', six, after, { provenance })).toEqual(expected);
});

test('law 2 names the entry whose blocks moved, unless it represents several entries', () => {
  const parts: ContentBlock[] = ['a', 'b'].map((text) => ({ type: 'text', text }));
  const before = [six[0]!, { speaker: 'ai' as const, blocks: parts }];
  const turned: IContent = { speaker: 'ai', blocks: parts.toReversed() };
  const judged = (...provenance: readonly ProvenanceRecord[]): string[] =>
    found('law-2-order', before, [six[0]!, turned], { provenance });
  expect(judged(...kept(0), reduced(1))).toEqual(['1: blocks of entry 1 changed places']);
  expect(judged(...kept(0), summary(1, 2))).toEqual([]);
});

test('law 8 finds provenance of missing entries, and no other invariant throws', () => {
  const judged = (provenance: readonly ProvenanceRecord[], after = six): string[] =>
    checkInvariants({
      before: six,
      after,
      provenance,
      isProtected: createIsProtected(),
      humanText: 'last',
      longHumanText: 0,
      tailStart: 6,
      tokensBefore: 1,
      tokensAfter: 1,
    }).map(({ law, index, message }) => `${law} ${index}: ${message}`);
  expect(judged([...kept(0, 1, 2, 3, 4), reduced(9)])).toEqual([
    'law-8-provenance 5: source 9 is no index behind -1',
  ]);
  expect(judged([...kept(0, 1, 2, 3, 4, 5), reduced(6)])).toEqual([
    'law-8-provenance -1: 7 provenance records for 6 entries',
    'law-8-provenance 6: source 6 is no index behind -1',
  ]);
  expect(judged([...kept(0, 1, 2, 3, 4), reduced(5)], six.slice(0, 5))).toEqual([
    'law-8-provenance -1: 6 provenance records for 5 entries',
  ]);
});

test.each<[string, ProvenanceRecord, string[]]>([
  ['one', reduced(1), []],
  ['several', summary(1, 3), []],
  ['none', repaired, []],
  ['one twice', reduced(1, 1), ['1: source 1 is no index behind 1']],
  ['several out of order', summary(3, 1), ['1: source 1 is no index behind 3']],
  ['one before all', reduced(-1), ['1: source -1 is no index behind -1']],
  ['half of one', reduced(1.5), ['1: source 1.5 is no index behind -1']],
])('law 8 for an entry that represents %s', (_, record, expected) => {
  const after = [six[0]!, again(one)];
  const provenance = [...kept(0), record];
  expect(found('law-8-provenance', six, after, { provenance })).toEqual(expected);
});

test.each<[string, IContent, readonly number[], boolean]>([
  ['that entry', one, [1], true],
  ['an entry equal to it', again(one), [1], false],
  ['that entry and another', one, [1, 3], false],
  ['no entry', one, [], false],
])('law 8 checks the reason `kept` for %s', (_, entry, sources, isKept) => {
  expect(
    found('law-8-provenance', six, [entry], { provenance: [{ sources, reason: 'kept' }] }),
  ).toEqual(isKept ? [] : ['0: the entry is said to be kept, and is not']);
});

test('law 3 names the changed entries of the tail, the last one first', () => {
  const after = six.with(3, again(three)).with(4, again(four));
  expect(found('law-3-tail', six, after, { tailStart: 3 })).toEqual([
    '4: a tail entry changed',
    '3: a tail entry changed',
  ]);
  expect(found('law-3-tail', six, after, { tailStart: 5 })).toEqual([]);
});

test.each<[Partial<CheckedResult>, string[]]>([
  [{ tokensAfter: 100 }, []],
  [{ tokensAfter: 101 }, ['-1: 100 tokens became 101']],
  [{ tokensAfter: 50, targetTokens: 50 }, []],
  [
    { tokensAfter: 51, targetTokens: 50 },
    ['-1: 51 tokens for a target of 50: metadata.shortfallTokens is 0, not 1'],
  ],
  [{ tokensAfter: 60, targetTokens: 50, shortfallTokens: 10 }, []],
  [
    { tokensAfter: 61, targetTokens: 50, shortfallTokens: 10 },
    ['-1: 61 tokens for a target of 50: metadata.shortfallTokens is 10, not 11'],
  ],
])('law 5 checks the size of a result with %j', (given, expected) => {
  expect(found('law-5-size', six, six, given)).toEqual(expected);
});

const thinking = (thought: string): ContentBlock => ({ type: 'thinking', thought });
const ai = (...blocks: readonly ContentBlock[]): IContent => ({ speaker: 'ai', blocks });
const hm = thinking('hm');
const words: ContentBlock = { type: 'text', text: 'So.' };

test.each<[string, readonly IContent[], readonly IContent[], string[]]>([
  ['untouched', [ai(hm, words)], [ai(hm, words)], []],
  ['gone', [ai(hm, words)], [ai(words)], []],
  ['rewritten', [ai(words), ai(hm, words)], [ai(words), ai(thinking('h'), words)], ['rewritten']],
  ['another of the same words', [ai(hm)], [ai(words), ai(thinking('hm'), words)], ['rewritten']],
  ['alone by what went beside it', [ai(hm, words)], [ai(words), ai(hm)], ['alone']],
  ['moved to another entry', [ai(words), ai(hm, words)], [ai(words), ai(words, hm)], []],
])('law 4 for reasoning that is %s', (_, before, after, expected) => {
  const messages = { rewritten: 'reasoning was rewritten', alone: 'reasoning is left alone' };
  expect(found('law-4-thinking', before, after)).toEqual(
    expected.map((kind) => `1: ${messages[kind as 'rewritten' | 'alone']}`),
  );
});

test('law 4: an entry with only reasoning may stay as the same object', () => {
  const alone = ai(hm);
  expect(found('law-4-thinking', [alone], [alone])).toEqual([]);
  expect(found('law-4-thinking', [alone], [ai(hm)])).toEqual(['0: reasoning is left alone']);
});

test('law 1 names unmatched calls and results, and entries that providers reject', () => {
  const [call, response, talk] = history().call('Read').result('1').human('x').build();
  const judged = (...after: readonly IContent[]): string[] =>
    found('law-1-whole-history', [call!, response!, talk!], after);
  expect(judged(call!, response!, talk!)).toEqual([]);
  expect(judged(talk!, response!)).toEqual(['1: orphan response to "call-1" of Read']);
  expect(judged(call!, response!, response!)).toEqual([
    '2: duplicate response to "call-1" of Read',
  ]);
  expect(judged(talk!, call!, talk!)).toEqual(['1: call "call-1" of Read has no response']);
  expect(judged(talk!, call!)).toEqual([]);
  expect(judged(talk!, ai())).toEqual(['1: the entry says nothing']);
  expect(judged(talk!, ai({ type: 'text', text: '\ud800' }))).toEqual([
    '1: a text holds a lone surrogate',
  ]);
});
