import {
  gapNote,
  type CompressionContext,
  type IContent,
  type TokenEstimator,
  type ToolTaxonomy,
} from '@palimpsest/core-types';
import {
  explainMarks,
  plannedHistory,
  protection,
  safeCuts,
  tailBoundary,
  tokenLedger,
  type ExchangeIndex,
} from '@palimpsest/history';
import type { SalienceWeights } from '@palimpsest/salience';
import { budgetOf } from './budget.ts';
import type { Ground } from './ground.ts';
import { keepWhatFits, type Kept } from './keep-what-fits.ts';
import { readHistory } from './read-history.ts';
import type { ReadingMemory } from './reading-memory.ts';
import { standings } from './standing.ts';
import { tailStart } from './tail-start.ts';

/** Share of the budget the newest exchanges may take. */
const TAIL_SHARE = 0.12;

export interface Means {
  readonly taxonomy: ToolTaxonomy;
  readonly memory: ReadingMemory;
  readonly weights: SalienceWeights;
}

/** What is kept of a history, and what becomes of it. */
export interface SalienceDecision extends Kept {
  /** Index of the first entry of the tail. */
  readonly boundary: number;
}

export interface DecisionRequest {
  readonly index: ExchangeIndex;
  readonly context: CompressionContext;
  readonly tokensBefore: number;
  readonly targetTokens: number;
}

const SAMPLE = 'Please review the retry policy of the worker pool before Friday. ';

const say = (text: string): IContent => ({ speaker: 'human', blocks: [{ type: 'text', text }] });

/** Returns the tokens of a character of prose, by what an entry grows when it says more. */
async function proseRateOf(estimateTokens: TokenEstimator): Promise<number> {
  const once = await estimateTokens([say(SAMPLE)]);
  const threefold = await estimateTokens([say(SAMPLE.repeat(3))]);
  return Math.max(0, threefold - once) / (2 * SAMPLE.length);
}

/** Decides what to keep of a history that is over its target; `undefined` where the tail is all of it. */
export async function decideSalience(
  { index, context, tokensBefore, targetTokens }: DecisionRequest,
  { taxonomy, memory, weights }: Means,
): Promise<SalienceDecision | undefined> {
  const { history } = index;
  const { estimateTokens, pinned, originalId, signal } = context;
  const ledger = tokenLedger(estimateTokens);
  const tokens: number[] = [];
  let sum = 0;
  for (const entry of history) {
    const count = ledger.count(entry);
    const known = typeof count === 'number' ? count : await count;
    tokens.push(known);
    sum += known;
  }
  const cuts = safeCuts(index);
  const preserve = context.runtimeContext.ephemerals.preserveThreshold?.();
  const boundary =
    preserve === undefined
      ? tailStart(history.length, cuts, {
          room: TAIL_SHARE * targetTokens,
          tokensOf: (at) => tokens[at]!,
        })
      : tailBoundary(history, cuts, preserve);
  if (boundary === 0) return undefined;

  const parts = readHistory(index, { taxonomy, memory });
  signal?.throwIfAborted();
  const ground: Ground = {
    history,
    parts,
    standings: standings(history, { boundary, isProtected: protection(pinned) }),
    tokens,
    proseRate: await proseRateOf(estimateTokens),
    memory,
    weights,
    countEntry: (entry) => ledger.count(entry),
    originalId,
    // A share of the entries would be one of fewer next time (law 6).
    folds: preserve === undefined,
  };
  const canRecall = originalId !== undefined;
  const note: IContent = {
    speaker: 'human',
    blocks: [{ type: 'text', text: gapNote({ canRecall }) }],
  };
  /** What it adds to others: an estimator may count something beside every history, however short. */
  const tokensOfNote = (await estimateTokens([history[0]!, note])) - tokens[0]!;
  // Not every estimator adds up over entries; what the whole takes beside them stays as it is.
  const besideEntries = tokensBefore - sum + tokensOfNote;
  const budget = budgetOf(ground, targetTokens - besideEntries);
  const kept = await keepWhatFits({
    ground,
    budget,
    signal,
    explain: (plan) => explainMarks(history, plan, { canRecall }),
    tokensWith: async (plan) => await estimateTokens(plannedHistory(history, plan)),
    targetTokens,
    besideEntries,
  });
  return { ...kept, boundary };
}
