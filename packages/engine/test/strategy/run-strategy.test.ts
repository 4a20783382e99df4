import type {
  CompressionContext,
  CompressionResult,
  CompressionStrategy,
  IContent,
} from '@palimpsest/core-types';
import { createIsProtected, resolveTargetTokens } from '../../src/history/index.ts';
import { countTokensByCharacters, history, testContext } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runStrategy } from '../../src/run.ts';

/** A strategy of a host: keeps protected entries, and the newest of the others within the target. Records the target of each run. */
function keepNewest(targets: number[], { requiresLLM = false } = {}): CompressionStrategy {
  return {
    name: 'keep-newest',
    requiresLLM,
    trigger: { mode: 'threshold', defaultThreshold: 0.85 },
    compress: (context) => {
      targets.push(resolveTargetTokens(context));
      return Promise.resolve(newestWithin(context));
    },
  };
}

function newestWithin(context: CompressionContext): CompressionResult {
  const { history: entries, pinned } = context;
  const isProtected = createIsProtected(pinned);
  const kept = new Set(entries.filter(isProtected));
  for (const entry of entries.toReversed()) {
    const size = countTokensByCharacters([...kept, entry]);
    if (size > resolveTargetTokens(context)) break;
    kept.add(entry);
  }
  const newHistory = entries.filter((entry) => kept.has(entry));
  return {
    kind: 'applied',
    newHistory,
    metadata: {
      originalMessageCount: entries.length,
      compressedMessageCount: newHistory.length,
      strategyUsed: 'keep-newest',
      llmCallMade: false,
    },
  };
}

/** Too long to stay whole for the rule in it. */
const LONG = 'The importer read a file and found some rows in it. '.repeat(50);

const rule = (at: number): string => `Never rename table ${at}.`;

/** What the user says in a round: a rule in a long message, a rule alone, or none. */
type Round = 'long' | 'short' | 'none';

function conversation(rounds: readonly Round[]): IContent[] {
  const said = history().human('Please fix the importer.');
  for (const [at, kind] of rounds.entries()) {
    said.ai(`I looked at part ${at}. ${'It does this and that. '.repeat(3)}`);
    const words = { long: `${LONG}\n\n${rule(at)}\n\n${LONG}`, short: rule(at), none: 'Thanks.' };
    said.human(words[kind]);
  }
  return said.ai('Done.').human('Thanks.').build();
}

/** Returns the rules of a conversation that no user text of a history contains. */
function lostRules(rounds: readonly Round[], after: readonly IContent[]): number[] {
  const text = humanTextIn(after);
  return [...rounds.keys()].filter((at) => rounds[at] !== 'none' && !text.includes(rule(at)));
}

function humanTextIn(entries: readonly IContent[]): string {
  const blocks = entries.flatMap(({ speaker, blocks: own }) => (speaker === 'human' ? own : []));
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

async function run(
  entries: readonly IContent[],
  targetTokens: number,
  options?: { readonly requiresLLM?: boolean; readonly pinDirectives?: boolean },
) {
  const targets: number[] = [];
  const { pinDirectives = true, ...kind } = options ?? {};
  const request = { strategy: keepNewest(targets, kind), pinDirectives };
  const { result, tokensAfter } = await runStrategy(
    request,
    testContext(entries, { targetTokens }),
  );
  if (result.kind === 'noop') throw new Error(`nothing was done: ${result.reason}`);
  return { targets, tokensAfter: tokensAfter!, ...result };
}

const long = (count: number): Round[] => Array.from({ length: count }, () => 'long');
const none = (count: number): Round[] => Array.from({ length: count }, () => 'none');

test('runs a strategy a second time, with room for the note, if the target would be missed', async () => {
  const rounds = [...long(3), ...none(40)];
  const { targets, tokensAfter, newHistory } = await run(conversation(rounds), 900);
  expect(targets).toEqual([900, expect.any(Number)]);
  expect(targets[1]).toBeLessThan(900);
  expect(tokensAfter).toBeLessThanOrEqual(900);
  expect(lostRules(rounds, newHistory)).toEqual([]);
});

test.each([
  ['nothing is lost', ['short', 'short', ...none(40)] as const, {}],
  ['it asks a model', [...long(3), ...none(40)], { requiresLLM: true }],
  ['nobody asked to keep rules', [...long(3), ...none(40)], { pinDirectives: false }],
])('runs a strategy once if %s', async (_, rounds, options) => {
  const { targets } = await run(conversation(rounds), 900, options);
  expect(targets).toEqual([900]);
});

test('keeps every rule and the target in at most two runs, or reports what is missing', async () => {
  const kind = fc.constantFrom<Round[]>('long', 'short', 'none');
  const someRounds = fc.array(kind, { minLength: 4, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(someRounds, fc.integer({ min: 400, max: 4_000 }), async (rounds, target) => {
      const entries = conversation(rounds);
      fc.pre(countTokensByCharacters(entries) > 2 * target);
      const { targets, tokensAfter, newHistory, metadata } = await run(entries, target);
      expect(targets.length).toBeLessThanOrEqual(2);
      expect(tokensAfter).toBeLessThanOrEqual(target);
      const lost = lostRules(rounds, newHistory);
      const reported = lost.length === 0 ? '' : `: ${lost.length}`;
      expect(metadata.shortfallReason ?? '').toContain(reported);
    }),
    { numRuns: 100 },
  );
});
