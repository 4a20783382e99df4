import type { DroppedCounts, IContent, StrategyPlugin } from '@palimpsest/core-types';
import { defineStrategy } from '@palimpsest/engine';
import type { TextParser } from './reading/create-text-parser.ts';
import { countOmitted } from './rendering/render.ts';
import { checkWeights, DEFAULT_WEIGHTS, type SalienceWeights } from './value/weights.ts';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';
import { decide, explainShortfall, type SalienceDecision } from './decide.ts';
import { createParseCache } from './parts/parse-cache.ts';
import { LONG_HUMAN_TEXT } from './required/retention-class.ts';

export interface SalienceOptions {
  /** @default `DEFAULT_WEIGHTS` */
  readonly weights?: SalienceWeights;
}

/**
 * Returns the plugin of the strategy `salience`.
 *
 * @throws {OptionError} when the weights are invalid
 */
export function createSalience({
  weights = DEFAULT_WEIGHTS,
}: SalienceOptions = {}): StrategyPlugin {
  return salienceWith(weights);
}

/** Returns the plugin with its weights. @param onDecision called with each decision that changes something, for its explanation */
export function salienceWith(
  weights: SalienceWeights,
  onDecision?: (decision: SalienceDecision, parser: TextParser) => void,
): StrategyPlugin {
  checkWeights(weights);
  return defineStrategy({
    name: 'salience',
    humanText: 'last',
    longHumanText: LONG_HUMAN_TEXT,
    startsFromOriginals: true,
    description: 'Keeps the lines of old messages that later steps will most likely need.',
    setup: createParseCache,
    async reduceResults(results, limits, { services, state }) {
      const { toolTaxonomy: taxonomy = defaultToolTaxonomy } = services;
      const { reduceResults } = await import('./reduce-results.ts');
      return await reduceResults(results, limits, { taxonomy, parseCache: state(), weights });
    },
    async plan(input) {
      const { history, tokens, services, state } = input;
      const { toolTaxonomy: taxonomy = defaultToolTaxonomy } = services;
      const parseCache = state();
      const decision = await decide(input, { taxonomy, parseCache, weights });
      if (decision === undefined) {
        const shortfallReason = 'the newest exchange is all there is, and it stays whole';
        return { noopReason: 'tail-covers-all', shortfallReason };
      }
      const shortfallReason = explainShortfall(history, decision);
      const { plan, tailStart, tokensAfter } = decision;
      if (plan.replacements.size === 0) return { shortfallReason };
      if (tokensAfter >= tokens) return { shortfallReason, noopReason: 'no-gain' };
      onDecision?.(decision, parseCache.reader);
      const dropped = countDropped(history, decision);
      return { plan, tail: history.length - tailStart, tokensAfter, dropped, shortfallReason };
    },
  });
}

/** Strategy `salience`: keeps the lines that later steps will need, within any budget. Uses no model. */
export const salience: StrategyPlugin = createSalience();

/** Counts what a plan removes from the reducible entries, by kind. */
function countDropped(
  history: readonly IContent[],
  { plan, selection: { reducibleEntries, ranking, renderer }, selectedCount }: SalienceDecision,
): DroppedCounts {
  const counts = { reducedTexts: 0, lines: 0, thinkingBlocks: 0, mediaBlocks: 0 };
  for (const { index, parts } of reducibleEntries) {
    const isRemoved = plan.removals.has(index);
    if (!isRemoved && !plan.replacements.has(index)) continue;
    const left = new Set(isRemoved ? [] : plan.replacements.get(index)?.blocks);
    for (const { block, part, reading, passage, saved } of parts) {
      const before = history[index]!.blocks[block]!;
      if (left.has(before)) continue;
      const first = ranking.unitIndex.firstUnit[passage]!;
      const isLeft = (unit: number): boolean => renderer.isKept(first + unit, selectedCount);
      const isOneOfSeveral = part !== undefined && part.path.length > 0;
      if (before.type === 'thinking') counts.thinkingBlocks += 1;
      else if (before.type === 'media' || part?.type === 'media') {
        if (isRemoved || before.type === 'media' || !isLeft(0)) counts.mediaBlocks += 1;
      } else {
        const lines = countOmitted(reading, isLeft);
        if (!isOneOfSeveral || lines > 0 || saved > 0) counts.reducedTexts += 1;
        counts.lines += lines;
      }
    }
  }
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
