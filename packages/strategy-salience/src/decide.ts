import {
  formatMarkerLegend,
  type IContent,
  type TokenEstimator,
  type ToolTaxonomy,
} from '@palimpsest/core-types';
import { answerWithin, type StrategyInput } from '@palimpsest/engine';
import { explainMarkers, previewPlan } from '@palimpsest/history';
import type { SalienceWeights } from './value/weights.ts';
import type { ParseCache } from './parts/parse-cache.ts';
import { parseHistory } from './parts/parts.ts';
import { findEditedLines } from './parts/edited-lines.ts';
import { classifyEntries, findTails, type RetentionClass } from './required/retention-class.ts';
import {
  selectOrdinary,
  selectWithinBudget,
  type Limits,
  type SelectionResult,
} from './selection/select-within-budget.ts';
import type { SelectionInput } from './selection/selection-input.ts';

export interface Dependencies {
  readonly taxonomy: ToolTaxonomy;
  readonly parseCache: ParseCache;
  readonly weights: SalienceWeights;
}

/** The selection for a history, and the resulting plan. */
export interface SalienceDecision extends SelectionResult {
  /** Index of the first entry of the tail. */
  readonly tailStart: number;
}

/** Explains a shortfall. Names only the causes that are present. */
export function explainShortfall(
  history: readonly IContent[],
  { tailStart, selection: { reducibleEntries } }: SalienceDecision,
): string {
  const parts = reducibleEntries.flatMap((entry) => entry.parts);
  const whole = tailStart - reducibleEntries.length;
  const newest = `the newest ${history.length - tailStart} of ${history.length} entries stay whole`;
  const before = `${whole} before them (system, pinned, the newest human one, or too short)`;
  return [
    whole === 0 ? newest : `${newest}, and ${before}`,
    parts.some(({ role }) => role === 'arguments') && 'calls keep their name and target',
    parts.some(({ call }) => call?.hasFailed === true) && 'results that failed keep their error',
    parts.some(({ role }) => role === 'user') && 'directives of people stay',
    parts.length > 0 && 'what is reduced leaves a mark',
  ]
    .filter((reason) => reason !== false)
    .join('; ');
}

/** Decides what to keep of a history over its target. Returns `undefined` if the tail covers the whole history. */
export async function decide(
  given: StrategyInput,
  { taxonomy, parseCache, weights }: Dependencies,
): Promise<SalienceDecision | undefined> {
  const { history, index, tokens: tokensBefore, targetTokens, estimateTokens } = given;
  const { originalId, signal, runtimeContext } = given.context;
  const countEntry = (entry: IContent): Promise<number> | number => estimateTokens([entry]);
  const tokens: number[] = [];
  let sum = 0;
  for (const entry of history) {
    const count = countEntry(entry);
    const known = typeof count === 'number' ? count : await count;
    tokens.push(known);
    sum += known;
  }
  const preserve = runtimeContext.ephemerals.preserveThreshold?.();
  const answer = await answerWithin(given);
  const classify = (start: number): readonly RetentionClass[] =>
    classifyEntries(given, start, answer);
  const { earliest, latest } = await findTails(given, { tokens, preserve, countEntry, classify });
  if (latest === 0) return undefined;

  const parts = parseHistory(index, { taxonomy, parseCache });
  signal?.throwIfAborted();
  const input: Omit<SelectionInput, 'retentionClasses'> = {
    history,
    parts,
    edited: findEditedLines(index, taxonomy, parseCache.reader),
    tokens,
    proseRate: await measureProseRate(estimateTokens),
    parseCache,
    weights,
    countEntry,
    originalId,
    // The next run has fewer entries, so a share of them would move the tail (law 6).
    mergesOmitted: preserve === undefined,
  };
  const canRecall = originalId !== undefined;
  const legend = humanEntry(formatMarkerLegend({ canRecall }));
  // The added tokens, not the tokens alone: an estimator may charge a constant per history.
  const tokensOfLegend = (await estimateTokens([history[0]!, legend])) - tokens[0]!;
  const limits: Limits = {
    targetTokens,
    // Estimators need not be additive; what the whole costs beyond its entries is constant.
    tokensBeyondEntries: tokensBefore - sum + tokensOfLegend,
    explain: (plan) => explainMarkers(history, plan, { canRecall }),
    tokensWith: async (plan) => await estimateTokens(previewPlan(history, plan)),
    signal,
  };
  const selectionBefore = (tailStart: number): SelectionInput => ({
    ...input,
    retentionClasses: classify(tailStart),
  });
  if (earliest < latest && earliest > 0) {
    const kept = await selectOrdinary(selectionBefore(earliest), limits);
    if (kept !== undefined) return { ...kept, tailStart: earliest };
  }
  return { ...(await selectWithinBudget(selectionBefore(latest), limits)), tailStart: latest };
}

const SAMPLE = 'Please review the retry policy of the worker pool before Friday. ';

/** Returns the tokens per character of prose, measured by the growth of an entry. */
export async function measureProseRate(estimateTokens: TokenEstimator): Promise<number> {
  const once = await estimateTokens([humanEntry(SAMPLE)]);
  const threefold = await estimateTokens([humanEntry(SAMPLE.repeat(3))]);
  return Math.max(0, threefold - once) / (2 * SAMPLE.length);
}

function humanEntry(text: string): IContent {
  return { speaker: 'human', blocks: [{ type: 'text', text }] };
}
