import {
  formatMediaPlaceholder,
  MARKER_LEGEND,
  type CompressionLogger,
  type ContentBlock,
  type IContent,
  type TokenEstimator,
  type ToolTaxonomy,
} from '@palimpsest/core-types';
import {
  explainMarkers,
  indexExchanges,
  isExplained,
  listCandidatesByAge,
  safeCuts,
  type EntryEdits,
  type EntryPredicate,
  type EvictionCandidate,
} from '@palimpsest/engine/history';
import { summarizeResponse } from '@palimpsest/engine/tools';
import type { StrategySource } from '../strategy-source.ts';
import {
  countBlockTokens,
  findReducer,
  listResults,
  reduceTo,
  type SizedResult,
} from './reduce-results.ts';

/** What the caller of the overflow stages supplies. */
export interface OverflowServices {
  readonly estimateTokens: TokenEstimator;
  /** `salience` is used if registered. */
  readonly strategies: StrategySource;
  readonly taxonomy: ToolTaxonomy;
  /** Returns the recall id of a tool result, given its entry and the index of its block. */
  readonly originalId?: ((entry: IContent, block: number) => string | undefined) | undefined;
  readonly logger?: CompressionLogger | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A stage that changed the request. */
export type OverflowStep = 'repair' | 'reduce-results' | 'drop-exchanges' | 'summarize-results';

interface OverflowState {
  /** History and pending entries. */
  readonly entries: readonly IContent[];
  /** Index of the first pending entry. */
  readonly pendingFrom: number;
  /** Tokens over the limit. */
  readonly excessTokens: number;
  readonly isProtected: EntryPredicate;
  /** Stages that changed something so far. */
  readonly steps: Set<OverflowStep>;
}

/** The marker legend, which a first gap marker adds. */
const LEGEND: IContent = { speaker: 'human', blocks: [{ type: 'text', text: MARKER_LEGEND }] };

/** Minimum tokens of a reduced result; a shorter one would not be useful. */
const MIN_TOKENS = 80;

/** Shares of the computed size, for estimators by which the results together are larger than alone. */
const LEVEL_SHARES = [1, 0.9, 0.7, 0.4, 0];

/**
 * Lists the edits of all stages in order: large results to a common size, the removal of exchanges, oldest first and never the newest, and
 * one line for each result that is left. Without a strategy that selects lines, results become one line each first.
 */
export async function listOverflowCandidates(
  { entries, pendingFrom, excessTokens, isProtected, steps }: OverflowState,
  { strategies, taxonomy, estimateTokens, originalId, signal, logger }: OverflowServices,
): Promise<Iterable<EvictionCandidate>> {
  const strategy = findReducer(strategies);
  const index = indexExchanges(entries);
  const boundary = pendingFrom === 0 ? 0 : safeCuts(index).atOrBefore(pendingFrom - 1);
  const results = await listResults(entries, isProtected, estimateTokens);
  const large = results.filter((result) => result.tokens > MIN_TOKENS);
  const legendTokens =
    strategy === undefined || entries.some(isExplained) ? 0 : await estimateTokens([LEGEND]);
  const sizes = large.map((result) => result.tokens);
  const level = findCommonLevel(sizes, excessTokens + legendTokens);

  function marked(step: OverflowStep, edits: EntryEdits): EntryEdits {
    if (edits.size > 0) steps.add(step);
    return edits;
  }

  function* candidates(): Generator<EvictionCandidate> {
    if (strategy === undefined) yield* summaries('reduce-results');
    else {
      for (const share of LEVEL_SHARES) {
        const most = Math.max(MIN_TOKENS, Math.floor(level * share));
        yield { changes: async () => marked('reduce-results', await reduced(most)), dropped: {} };
        if (most === MIN_TOKENS) break;
      }
    }
    for (const candidate of listCandidatesByAge(index, { boundary, isProtected })) {
      const changes: EvictionCandidate['changes'] = async (current) =>
        marked('drop-exchanges', await candidate.changes(current));
      yield { ...candidate, changes };
    }
    if (strategy !== undefined) yield* summaries('summarize-results');
  }

  async function reduced(most: number): Promise<EntryEdits> {
    if (strategy === undefined) return new Map();
    const larger = large.filter((result) => result.tokens > most);
    const options = { strategy, estimateTokens, originalId, signal, logger };
    return explainMarkers(entries, await reduceTo(most, larger, entries, options));
  }

  function* summaries(step: OverflowStep): Generator<EvictionCandidate> {
    for (const [at, own] of Map.groupBy(results, ({ entry }) => entry)) {
      yield {
        dropped: {},
        onlyIfSmaller: true,
        async changes(current) {
          const entry = current(at);
          if (entry === undefined) return new Map();
          const blocks = await summarized(entry, own);
          const isChanged = blocks.some((block, place) => block !== entry.blocks[place]);
          return isChanged ? marked(step, new Map([[at, { ...entry, blocks }]])) : new Map();
        },
      };
    }
  }

  /** Returns the blocks of an entry with one line for each of its results, and with placeholders for media of tools. */
  async function summarized(entry: IContent, own: readonly SizedResult[]): Promise<ContentBlock[]> {
    const blocks: ContentBlock[] = entry.blocks.map((block) =>
      block.type === 'media' && entry.speaker === 'tool'
        ? { type: 'text', text: formatMediaPlaceholder({ mimeType: block.mimeType }) }
        : block,
    );
    for (const { block, call, response, tokens: size } of own) {
      const line = summarizeResponse(call, response, taxonomy);
      if ((await countBlockTokens(estimateTokens, line)) < size) blocks[block] = line;
    }
    return blocks;
  }

  return candidates();
}

/** Returns the common level to which the largest sizes must go down to free `needed`; 0 if all of them are too small. */
function findCommonLevel(sizes: readonly number[], needed: number): number {
  let sum = 0;
  for (const [at, size] of sizes.entries()) {
    sum += size;
    const level = (sum - needed) / (at + 1);
    if (level >= (sizes[at + 1] ?? 0)) return Math.max(0, level);
  }
  return 0;
}
