import type { Classifier, PreservationRule } from '@palimpsest/classifier';
import type {
  CompressionContext,
  CompressionResult,
  ContentBlock,
  DroppedCounts,
  IContent,
  ToolTaxonomy,
} from '@palimpsest/core-types';
import {
  createCheckedEstimator,
  createIsProtected,
  createResultBuilder,
  fitToTarget,
  indexExchanges,
  repairHistory,
  resolveTargetTokens,
  safeCuts,
  type EditPlan,
  type FitResult,
  type SafeCuts,
} from '@palimpsest/history';
import type { Summarizer } from '@palimpsest/summarizer';
import { countMedia } from '@palimpsest/tool-taxonomy';
import { isProse } from './history/prose.ts';
import { listCandidates, type OfPeople } from './history/list-candidates.ts';
import type { ReductionContext, Writing, Writings } from './history/reduction-context.ts';
import { createScope } from './history/reduction-scope.ts';
import { DEFAULT_RECENCY_WINDOW, type ExtractiveSettings } from './settings.ts';
import { reductionWriter } from './write-reduction.ts';

export const NAME = 'extractive';

/** Maximum total length of messages that become one summary, in UTF-16 units: a summary of 400 keeps a tenth of it. */
const MERGE_LENGTH = 4_000;

/** Share of the target that is too small a saving to remove user text for. */
const LITTLE = 0.1;

/** Dependencies of the strategy. */
export interface Means {
  readonly taxonomy: ToolTaxonomy;
  readonly classifier?: Classifier | undefined;
  readonly rules?: readonly PreservationRule[] | undefined;
  readonly summarizer?: Summarizer | undefined;
  readonly redact?: ((text: string) => string) | undefined;
}

/** Reduces old text, in the order of `listCandidates`, until the history fits. */
export async function compressExtractive(
  context: CompressionContext,
  settings: Required<ExtractiveSettings>,
  { taxonomy, classifier, rules, summarizer, redact }: Means,
): Promise<CompressionResult> {
  const { history: original, currentTokenCount, pinned, signal } = context;
  const estimateTokens = createCheckedEstimator(context.estimateTokens);
  signal?.throwIfAborted();
  const repaired = repairHistory(original);
  const { history, index } = repaired;
  const decide = createResultBuilder({ strategy: NAME, original, repaired });
  if (history.length === 0) return decide({ noopReason: 'empty-history' });

  const targetTokens = resolveTargetTokens(context);
  const tokensBefore = await estimateTokens(history);
  const figures = { tokensBefore, targetTokens };
  if (Math.min(tokensBefore, currentTokenCount) <= targetTokens) {
    return decide({ ...figures, noopReason: 'already-under-target' });
  }
  const { recencyWindow } = settings;
  const boundary = tailStartAt(history.length, safeCuts(index), recencyWindow);
  const shortfallReason = `the newest ${history.length - boundary} of ${history.length} entries stay whole (compression.extractive.recencyWindow ${recencyWindow}), as do system and pinned entries, the newest user message, tool calls and text shorter than a marker`;
  if (boundary === 0) return decide({ ...figures, shortfallReason, noopReason: 'tail-covers-all' });

  const writer = reductionWriter({ summarizer, redact, signal });
  const progress = { hasOffered: false };
  const writings = new WeakMap<ContentBlock, Writing>();
  const bench: ReductionContext = {
    ground: createScope(index, { boundary, isProtected: createIsProtected(pinned), taxonomy }),
    estimateTokens,
    pipeline: { ...settings, mergeLength: MERGE_LENGTH, classifier, rules },
    embedSummaryId: settings.embedSummaryId,
    write: writer.write,
    writings,
    progress,
  };
  const fit = await fitWithPeople(targetTokens, (ofPeople) =>
    fitToTarget({
      history,
      tokens: tokensBefore,
      targetTokens,
      estimateTokens,
      candidates: listCandidates(bench, { rollsUp: settings.rollUp, ofPeople }),
      ...(signal === undefined ? {} : { signal }),
    }),
  );
  const result = decide({
    ...figures,
    shortfallReason,
    plan: fit.plan,
    noopReason: progress.hasOffered ? 'no-gain' : 'nothing-removable',
    tail: history.length - boundary,
    tokensAfter: fit.tokens,
    dropped: countDropped(history, fit.plan, writings),
  });
  if (!writer.hasAskedModel()) return result;
  return { ...result, metadata: { ...result.metadata, llmCallMade: true } };
}

/**
 * Reduces users' own sentences only if that helps. If the target is missed anyway, keeps the directives; if all of these sentences cost at
 * most a tenth of the target, keeps them all.
 */
async function fitWithPeople(
  targetTokens: number,
  fitWithout: (ofPeople: OfPeople) => Promise<FitResult>,
): Promise<FitResult> {
  const least = await fitWithout('everything');
  if (least.tokens <= targetTokens) return least;
  const whole = await fitWithout('nothing');
  if (whole.tokens <= least.tokens + LITTLE * targetTokens) return whole;
  return await fitWithout('remarks');
}

/**
 * Returns the tail start: the newest `recencyWindow` entries stay unchanged, with all earlier entries of their tool exchanges.
 *
 * @param recencyWindow number of newest entries. @default 4
 */
export function tailStart(
  history: readonly IContent[],
  recencyWindow: number = DEFAULT_RECENCY_WINDOW,
): number {
  return tailStartAt(history.length, safeCuts(indexExchanges(history)), recencyWindow);
}

function tailStartAt(length: number, cuts: SafeCuts, recencyWindow: number): number {
  return cuts.atOrBefore(length - recencyWindow);
}

/** Counts what a plan removes, from the blocks in its output: edits that were tried and discarded do not count. */
function countDropped(
  history: readonly IContent[],
  { removals, replacements }: EditPlan,
  writings: Writings,
): DroppedCounts {
  const counts: { -readonly [Kind in keyof DroppedCounts]: number } = {};
  const add = (kind: keyof DroppedCounts, more: number): void => {
    if (more !== 0) counts[kind] = (counts[kind] ?? 0) + more;
  };
  const addLost = (before: readonly ContentBlock[], after: readonly ContentBlock[]): void => {
    add('thinkingBlocks', count(before, 'thinking') - count(after, 'thinking'));
    add('mediaBlocks', countMedia(before) - countMedia(after));
  };
  for (const place of removals) addLost(history[place]!.blocks, []);
  for (const [place, { blocks }] of replacements) {
    addLost(history[place]!.blocks, blocks);
    // Text next to tool calls is removed without a marker.
    if (history[place]!.blocks.some(isProse) && !blocks.some(isProse)) add('truncatedTexts', 1);
    for (const block of blocks) {
      const writing = writings.get(block);
      if (writing !== undefined) add(writing.kind, writing.texts);
    }
  }
  return counts;
}

function count(blocks: readonly ContentBlock[], type: ContentBlock['type']): number {
  let found = 0;
  for (const block of blocks) if (block.type === type) found += 1;
  return found;
}
