import type {
  CompressionResultMetadata,
  ContentBlock,
  IContent,
  ProvenanceRecord,
} from '@palimpsest/core-types';
import { CompressionStrategyError } from '@palimpsest/core-types';
import {
  createContinuationEntry,
  findViolations,
  resultInvariants,
} from '../../src/history/index.ts';
import { assertInvariants } from '../../src/history/invariants/result-invariants.ts';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';

test.each<[string, IContent, string]>([
  [
    'paired-calls',
    {
      speaker: 'tool',
      blocks: [{ type: 'tool_response', callId: 'a', toolName: 'Read', result: 1 }],
    },
    'orphan response to "a" of Read',
  ],
  ['no-blank-entries', { speaker: 'human', blocks: [] }, 'the entry says nothing'],
  [
    'well-formed-text',
    { speaker: 'ai', blocks: [{ type: 'text', text: 'a\ud800' }] },
    'a text holds a lone surrogate',
  ],
])('the invariant %s finds exactly its violation', (law, entry, message) => {
  const valid = history().system('').human('x').ai('y').build();
  const found = findViolations([...valid, entry]);
  expect(found).toEqual([{ law, index: 3, message }]);
});

const CODE = '```ts\nconst a = 1;\n\nconst b = 2;\n```';
const PROSE = 'I looked at the pool. It throws at the limit. The port is 5433.';
const text = (said: string): ContentBlock => ({ type: 'text', text: said });
const call = (id: string, parameters: unknown, name = 'edit'): ContentBlock => ({
  type: 'tool_call',
  id,
  name,
  parameters,
});
const ai = (...blocks: readonly ContentBlock[]): IContent => ({ speaker: 'ai', blocks });
const done: IContent = {
  speaker: 'tool',
  blocks: [{ type: 'tool_response', callId: '1', toolName: 'edit', result: 'ok' }],
};
const before: readonly IContent[] = [
  { speaker: 'human', blocks: [text('Why?')] },
  ai({ type: 'thinking', thought: 'Hm.' }, text(PROSE), text(CODE), { type: 'code', code: 'a();' }),
  ai(text('Now the edit.'), call('1', { path: 'a.ts', with: 'xx' })),
  done,
];

interface Outcome {
  readonly given?: readonly IContent[];
  readonly pinned?: (entry: IContent) => boolean;
  readonly after?: readonly IContent[];
  readonly tokensAfter?: number;
  readonly metadata?: Partial<CompressionResultMetadata>;
}

/** Returns the error for an outcome; `undefined` if it is accepted. */
async function errorOf(outcome: Outcome): Promise<unknown> {
  const { given = before, after = given, pinned, tokensAfter = 100, metadata } = outcome;
  try {
    await assertInvariants({
      strategy: 'mine',
      before: given,
      pinned,
      result: {
        kind: 'applied',
        newHistory: [...after],
        metadata: {
          originalMessageCount: given.length,
          compressedMessageCount: after.length,
          strategyUsed: 'mine',
          llmCallMade: false,
          ...metadata,
        },
      },
      tokensBefore: 100,
      tokensAfter,
    });
    return undefined;
  } catch (error) {
    return error;
  }
}

const system: IContent = { speaker: 'system', blocks: [text('You help.')] };
const marked: IContent = { ...before[1]!, metadata: { pinned: true } };
const isQuestion = (entry: IContent): boolean => entry === before[0];

const kept = before.map((_, index): ProvenanceRecord => ({ sources: [index], reason: 'kept' }));

test.each<[string, Outcome]>([
  ['nothing changed', {}],
  ['the shortfall is reported', { metadata: { targetTokens: 90, shortfallTokens: 10 } }],
  ['an exchange is gone', { after: before.slice(0, 2) }],
  [
    'system and pinned entries are all that is left',
    {
      given: [system, before[0]!, marked, ...before.slice(2)],
      after: [system, before[0]!, marked],
      pinned: isQuestion,
    },
  ],
  ['an entry that nobody pinned is gone', { after: before.slice(1), pinned: () => false }],
  ['a continuation is added', { after: [...before, createContinuationEntry('Go on.')] }],
])('accepts a result where %s', async (_, outcome) => {
  expect(await errorOf(outcome)).toBeUndefined();
});

test.each<[string, Outcome, string]>([
  ['a result without its call', { after: before.toSpliced(2, 1) }, 'at entry 2: orphan response'],
  ['a call without its result', { after: [...before.slice(0, 3), before[0]!] }, 'has no response'],
  ['a blank entry', { after: [...before, ai()] }, 'at entry 4: the entry says nothing'],
  [
    'another order',
    { after: [before[1]!, before[0]!, ...before.slice(2)] },
    'law-2-order at entry 1: an entry that was kept changed its place',
  ],
  [
    'another order of blocks',
    {
      after: before.with(1, ai(...before[1]!.blocks.toReversed())),
      metadata: { provenance: kept.with(1, { sources: [1], reason: 'reduced' }) },
    },
    'blocks of entry 1 changed places',
  ],
  [
    'another order of sources',
    { metadata: { provenance: kept.toReversed() } },
    'at entry 1: represents entry 2 after entry 3',
  ],
  [
    'a removed system entry',
    { given: [system, ...before], after: before },
    'law-3-protected at entry 0: a protected entry changed',
  ],
  [
    'a copy of a pinned entry',
    { given: before.with(1, marked), after: before.with(1, { ...marked }) },
    'law-3-protected at entry 1: a protected entry changed',
  ],
  [
    'a removed entry that the caller pinned',
    { after: before.slice(1), pinned: isQuestion },
    'law-3-protected at entry 0: a protected entry changed',
  ],
  ['a larger size', { tokensAfter: 101 }, 'law-5-size: 100 tokens became 101'],
  [
    'a shortfall that is not told',
    { metadata: { targetTokens: 90, shortfallTokens: 9 } },
    'metadata.shortfallTokens is 9, not 10',
  ],
])('rejects %s', async (_, outcome, expected) => {
  expect(await errorOf(outcome)).toMatchObject({
    code: 'LAW_BROKEN',
    message: expect.stringContaining(expected),
  });
});

test('names the strategy, asks for a report, and shows the first three violations', async () => {
  const error = await errorOf({ after: [...before, ai(), ai(), ai(), ai()] });
  expect(error).toBeInstanceOf(CompressionStrategyError);
  expect(error).toMatchObject({ strategy: 'mine' });
  const { message } = error as Error;
  expect(message).toContain('The result of "mine" breaks 4 of the laws every compression keeps');
  expect(message).toContain('please report this to the author of the strategy');
  expect(message.split('; law-')).toHaveLength(3);
});

/** Returns what the law of voice finds in an output whose entry at `index` represents `sources`. */
function voices(index: number, entry: IContent, sources: readonly number[] = [index]): string[] {
  const law = resultInvariants.find(({ name }) => name === 'law-4-voice')!;
  const found = law.find({
    before,
    after: before.with(index, entry),
    provenance: kept.with(index, { sources, reason: 'reduced' }),
    tokensBefore: 100,
    tokensAfter: 100,
    isProtected: () => false,
  });
  return Array.from(found, ([, message]) => message);
}

const NO_CALL = ['the call edit is not what the agent wrote'];
const NO_TEXT = ['a text is neither what the agent wrote nor a summary that says so'];

test.each<[string, ContentBlock, readonly string[]]>([
  ['cut', call('1', { path: 'a.ts', with: 'x…' }), NO_CALL],
  ['of another id', call('2', { path: 'a.ts', with: 'xx' }), NO_CALL],
  ['equal, in another object', call('1', { path: 'a.ts', with: 'xx' }), []],
])('a call whose arguments are %s', (_, block, expected) => {
  expect(voices(2, ai(block))).toEqual(expected);
});

test.each<[string, readonly string[]]>([
  [PROSE.replace(' It throws at the limit.', ' …'), NO_TEXT],
  [PROSE.slice(0, 20), NO_TEXT],
  [`I looked at it.\n\n[summary: It throws.]`, NO_TEXT],
  [`[summary: It throws.]\n\n${CODE.replace('1', '2')}`, NO_TEXT],
  ['[summary: It throws.]\n\nThe port is 543', NO_TEXT],
  ['It throws at the limit.\n\n[truncated — 64 chars]', NO_TEXT],
  [PROSE, []],
  [`${PROSE}\n\n${CODE}\n\na();`, []],
  ['[summary: It throws.]', []],
  ['[truncated — 64 chars: I looked]', []],
  ['[dup of "I looked…" below, 64 chars]', []],
  ['…3', []],
  [`${CODE}\n\n[summary: It throws.]`, []],
  [`[summary: It throws.]\n\nconst b = 2;\n\`\`\``, []],
])('the text %j in place of the agent’s own', (now, expected) => {
  expect(voices(1, ai(text(now)))).toEqual(expected);
});

test('code may be another object, but no other code', () => {
  expect(voices(1, ai({ type: 'code', code: 'a();' }))).toEqual([]);
  expect(voices(1, ai({ type: 'code', code: 'a' }))).toEqual(['code is not what the agent wrote']);
});
