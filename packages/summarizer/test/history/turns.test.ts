import type { CompressionResult, IContent } from '@palimpsest/core-types';
import { history, scriptedProvider, testContext, type HistoryBuilder } from '@palimpsest/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { snapshotOf, summarizing } from './compressed.ts';

type Round = 'talk' | 'call' | 'calls' | 'parallel';

const ROUNDS: Readonly<Record<Round, (builder: HistoryBuilder) => HistoryBuilder>> = {
  talk: (builder) => builder.ai('Done.').human('Go on.'),
  call: (builder) => builder.call('Read').result('text'),
  calls: (builder) => builder.calls(['Read'], ['Bash']).results('text', 'ok'),
  parallel: (builder) => builder.calls(['Read'], ['Bash']).result('text').result('ok'),
};

/** Histories in which user and model alternate, with pinned and system entries, and with a split. */
const splitHistories = fc.record({
  rounds: fc.array(fc.constantFrom(...(Object.keys(ROUNDS) as Round[])), {
    minLength: 4,
    maxLength: 20,
  }),
  isAnswered: fc.boolean(),
  pins: fc.array(fc.nat(40), { maxLength: 4 }),
  rules: fc.array(fc.nat(40), { maxLength: 2 }),
  top: fc.nat(12),
  bottom: fc.nat(42),
});

describe('user and model alternate', () => {
  test('in every history in which they alternated before', async () => {
    let applied = 0;
    await fc.assert(
      fc.asyncProperty(splitHistories, async ({ top, bottom, ...plan }) => {
        const entries = alternating(plan);
        expect(faults(entries)).toEqual([]);
        const { kind, newHistory = entries } = await compressed(entries, top, bottom);
        if (kind === 'applied') applied += 1;
        expect(faults(newHistory)).toEqual([]);
        // The next message still comes from the other role.
        expect(taking(newHistory).at(-1)).toBe(taking(entries).at(-1));
      }),
      { numRuns: 500 },
    );
    expect(applied).toBeGreaterThan(120);
  });
});

async function compressed(
  entries: readonly IContent[],
  top: number,
  bottom: number,
): Promise<Pick<CompressionResult, 'kind'> & { readonly newHistory?: readonly IContent[] }> {
  const strategy = summarizing(
    {
      name: 'test',
      split: ({ cuts }) => ({ top: cuts.atOrBefore(top), bottom: cuts.atOrBefore(bottom) }),
    },
    { model: scriptedProvider([snapshotOf('Goal: ships.')]) },
  );
  return await strategy.compress(testContext(entries, { estimateTokens: ({ length }) => length }));
}

function alternating({
  rounds,
  isAnswered,
  pins,
  rules,
}: {
  readonly rounds: readonly Round[];
  readonly isAnswered: boolean;
  readonly pins: readonly number[];
  readonly rules: readonly number[];
}): IContent[] {
  const builder = history().human('Fix the gate.');
  for (const round of rounds) ROUNDS[round](builder);
  if (isAnswered) builder.ai('Finished.');
  return builder.build().flatMap((entry, index): IContent[] => {
    const kept = pins.includes(index) ? { ...entry, metadata: { pinned: true } } : entry;
    return rules.includes(index) ? [...history().system('Be brief.').build(), kept] : [kept];
  });
}

/** Returns the roles of the turns: without system entries, and adjacent tool results are one turn. */
function taking(entries: readonly IContent[]): readonly string[] {
  const others = entries.filter(({ speaker }) => speaker !== 'system');
  const turns = others.filter((entry, at) => !isTool(entry) || !isTool(others[at - 1]));
  return turns.map(({ speaker }) => (speaker === 'ai' ? 'model' : 'user'));
}

const isTool = (entry: IContent | undefined): boolean => entry?.speaker === 'tool';

/** Returns the indices of the turns whose role is wrong. */
function faults(entries: readonly IContent[]): number[] {
  return taking(entries).flatMap((turn, index) =>
    turn === (index % 2 === 0 ? 'user' : 'model') ? [] : [index],
  );
}
