import {
  formatMediaPlaceholder,
  MARKER_LEGEND,
  type CompressionStrategy,
  type ContentBlock,
  type IContent,
  type ToolTaxonomy,
} from '@palimpsest/core-types';
import { createStrategy, defineStrategy, type StrategyInput } from '@palimpsest/engine';
import {
  explainMarkers,
  isExplained,
  listCandidatesByAge,
  type EntryEdits,
  type EvictionCandidate,
} from '@palimpsest/engine/history';
import { summarizeResponse } from '@palimpsest/engine/tools';
import {
  countBlockTokens,
  listResults,
  reduceTo,
  type Reducer,
  type SizedResult,
} from './reduce-results.ts';

/** A stage that changed the request. */
export type OverflowStep = 'reduce-results' | 'drop-exchanges' | 'summarize-results';

interface OverflowOptions {
  /** Selects the lines of a result to keep. Without it, results become one line each first. */
  readonly reducer: Reducer | undefined;
  readonly taxonomy: ToolTaxonomy;
  /** Index of the first pending entry in the history of the run. Of these, only tool results are reduced, and none is removed. */
  readonly pendingFrom: number;
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
 * Creates the strategy for a request over the limit. It needs no model, and makes its edits in this order until the request fits: large
 * results to a common size, the removal of exchanges, oldest first and never the newest, and one line for each result that is left.
 */
export function createOverflowStrategy(options: OverflowOptions): CompressionStrategy {
  return createStrategy(
    defineStrategy({
      name: 'overflow',
      description: 'Forces a request under its limit.',
      humanText: 'eligible',
      async plan(input) {
        const { plan, tokens, dropped } = await input.fit(await listEdits(input, options));
        return { plan, dropped, tokensAfter: tokens };
      },
    }),
  );
}

async function listEdits(
  input: StrategyInput,
  { reducer, taxonomy, pendingFrom, steps }: OverflowOptions,
): Promise<Iterable<EvictionCandidate>> {
  const { history: entries, index, cuts, isProtected, estimateTokens, context } = input;
  const boundary = pendingFrom === 0 ? 0 : cuts.atOrBefore(pendingFrom - 1);
  const results = await listResults(entries, isProtected, estimateTokens);
  const large = results.filter((result) => result.tokens > MIN_TOKENS);
  const legendTokens = entries.some(isExplained) ? 0 : await estimateTokens([LEGEND]);
  const needed = input.tokens - input.targetTokens + legendTokens;
  const level = findCommonLevel(
    large.map((result) => result.tokens),
    needed,
  );

  function marked(step: OverflowStep, changed: EntryEdits): EntryEdits {
    if (changed.size > 0) steps.add(step);
    return changed;
  }

  function* reductions(strategy: Reducer): Generator<EvictionCandidate> {
    const { originalId, signal, logger } = context;
    for (const share of LEVEL_SHARES) {
      const most = Math.max(MIN_TOKENS, Math.floor(level * share));
      yield {
        dropped: {},
        async changes() {
          const larger = large.filter((result) => result.tokens > most);
          const services = { strategy, estimateTokens, originalId, signal, logger };
          const reduced = await reduceTo(most, larger, entries, services);
          return marked('reduce-results', explainMarkers(entries, reduced));
        },
      };
      if (most === MIN_TOKENS) break;
    }
  }

  function* summaries(step: OverflowStep): Generator<EvictionCandidate> {
    for (const [at, own] of Map.groupBy(results, ({ entry }) => entry)) {
      yield {
        dropped: {},
        onlyIfSmaller: true,
        async changes(current) {
          const entry = current(at);
          if (entry === undefined) return new Map();
          const blocks = await summarize(entry, own);
          const isChanged = blocks.some((block, place) => block !== entry.blocks[place]);
          return isChanged ? marked(step, new Map([[at, { ...entry, blocks }]])) : new Map();
        },
      };
    }
  }

  /** Returns the blocks of an entry with one line for each of its results, and with placeholders for media of tools. */
  async function summarize(entry: IContent, own: readonly SizedResult[]): Promise<ContentBlock[]> {
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

  function* edits(): Generator<EvictionCandidate> {
    yield* reducer === undefined ? summaries('reduce-results') : reductions(reducer);
    for (const candidate of listCandidatesByAge(index, { boundary, isProtected })) {
      const changes: EvictionCandidate['changes'] = async (current) =>
        marked('drop-exchanges', await candidate.changes(current));
      yield { ...candidate, changes };
    }
    if (reducer !== undefined) yield* summaries('summarize-results');
  }
  return edits();
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
