import {
  CompressionStrategyError,
  type HumanTextPolicy,
  type IContent,
} from '@palimpsest/core-types';
import { assertInvariants } from '@palimpsest/history';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import type { InvariantInput } from '../src/invariants/result-invariants.ts';

const before = history().system('Be kind.').human('one').ai('two').human('three').ai('4').build();

type Outcome = Partial<InvariantInput> & {
  readonly after?: readonly IContent[];
  readonly metadata?: Partial<InvariantInput['result']['metadata']>;
};

/** Returns the error that `assertInvariants` throws for an unchanged history with the given changes, or `undefined`. */
function errorOf({ after = before, metadata = {}, ...given }: Outcome): unknown {
  const common = {
    originalMessageCount: before.length,
    compressedMessageCount: after.length,
    strategyUsed: 'mine',
    llmCallMade: false,
  };
  try {
    assertInvariants({
      strategy: 'mine',
      humanText: 'last',
      before,
      result: { kind: 'applied', newHistory: [...after], metadata: { ...common, ...metadata } },
      tokensBefore: 100,
      tokensAfter: 100,
      ...given,
    });
    return undefined;
  } catch (error) {
    return error;
  }
}

const kept = before.map((_, index) => ({ sources: [index], reason: 'kept' as const }));

test('accepts a valid result', () => {
  expect(errorOf({})).toBeUndefined();
  const metadata = { provenance: kept, targetTokens: 90, shortfallTokens: 10, bottomPreserved: 2 };
  expect(errorOf({ metadata })).toBeUndefined();
});

test('throws an error with the strategy, the invariant, the entry and a request to report it', () => {
  const error = errorOf({ after: before.slice(1) });
  expect(error).toBeInstanceOf(CompressionStrategyError);
  expect(error).toMatchObject({ code: 'LAW_BROKEN', strategy: 'mine' });
  expect((error as Error).message).toBe(
    'The result of "mine" breaks 1 of the laws every compression keeps (law-3-protected at entry 0: a protected entry changed). The messages were not changed; please report this to the author of the strategy.',
  );
});

test('rejects an invalid policy for user text', () => {
  const humanText = 'Kept' as HumanTextPolicy;
  expect(errorOf({ humanText, after: before.filter((_, at) => at !== 1) })).toMatchObject({
    code: 'LAW_BROKEN',
    message: expect.stringContaining(
      '(law-3-human-text: humanText is "Kept", and none of kept, last, eligible)',
    ),
  });
});

test('reports only the first three violations, and the total number', () => {
  const blank: IContent = { speaker: 'ai', blocks: [] };
  const { message } = errorOf({ after: [...before, blank, blank, blank, blank] }) as Error;
  expect(message).toContain('breaks 4 of the laws');
  expect(message.split('; law-').length).toBe(3);
  expect(message).toContain(
    '(law-1-whole-history at entry 5: the entry says nothing; law-1-whole-history at entry 6: ',
  );
});

test.each<readonly [string, Outcome, string]>([
  [
    'the tail it says it kept',
    { after: before.with(3, { ...before[3]! }), metadata: { bottomPreserved: 2 } },
    'tail',
  ],
  [
    'pinned entries',
    { after: before.toSpliced(2, 1), pinned: (entry) => entry === before[2] },
    'law-3-protected at entry 2',
  ],
  [
    'its own target',
    { metadata: { targetTokens: 99 } },
    '100 tokens for a target of 99: metadata.shortfallTokens is 0, not 1',
  ],
  [
    'the shortfall it told',
    { metadata: { targetTokens: 90, shortfallTokens: 9 } },
    'shortfallTokens is 9, not 10',
  ],
  ['the size it had', { tokensAfter: 101 }, '100 tokens became 101'],
  [
    'the provenance it told',
    { metadata: { provenance: kept.slice(1) } },
    '4 provenance records for 5',
  ],
  [
    'human text, where it says so',
    { humanText: 'kept', after: before.toSpliced(1, 1) },
    'human text',
  ],
])('checks a result for %s', (_, outcome, expected) => {
  expect(errorOf(outcome)).toMatchObject({ code: 'LAW_BROKEN' });
  expect((errorOf(outcome) as Error).message).toContain(expected);
});

test('skips checks without the data they need', () => {
  const changed = before.with(4, { ...before[4]! });
  expect(errorOf({ after: changed })).toBeUndefined();
  expect(errorOf({ after: before.toSpliced(2, 1) })).toBeUndefined();
});

test('treats user text longer than `longHumanText` as ordinary text', () => {
  const after = before.with(1, { ...before[1]!, blocks: [{ type: 'text', text: 'o' }] });
  expect(errorOf({ after, humanText: 'kept' })).toMatchObject({ code: 'LAW_BROKEN' });
  expect(errorOf({ after, humanText: 'kept', longHumanText: 2 })).toBeUndefined();
  expect(errorOf({ after, humanText: 'kept', longHumanText: 3 })).toMatchObject({
    code: 'LAW_BROKEN',
  });
});
