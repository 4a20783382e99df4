import { LONG_HUMAN_TEXT } from '@palimpsest/engine/history';
import type { DroppedCounts, IContent, StrategyPlugin } from '@palimpsest/core-types';
import { findDirectives } from '@palimpsest/engine/directives';
import { defineStrategy } from '@palimpsest/engine';
import type { TextParser } from './reading/create-text-parser.ts';
import { checkWeights, DEFAULT_WEIGHTS, type SalienceWeights } from './value/weights.ts';
import { defaultToolTaxonomy } from '@palimpsest/engine/tools';
import type { SalienceDecision, Unchanged } from './decide-for-tail.ts';
import { decide, explainShortfall } from './decide.ts';
import { keptLines } from './record/kept-lines.ts';
import { createParseCache } from './record/parse-cache.ts';

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
    // User text goes only when nothing else can.
    humanText: 'last',
    longHumanText: LONG_HUMAN_TEXT,
    // What an earlier report left out is ranked again.
    startsFromOriginals: true,
    writesRecord: true,
    description:
      'Writes one report of old messages, with the lines that later steps will most likely need.',
    services: { directives: findDirectives, toolTaxonomy: defaultToolTaxonomy },
    // The state of one strategy object.
    setup: createParseCache,
    async reduceResults(results, limits, { services, state }) {
      const { toolTaxonomy: taxonomy } = services;
      const { reduceResults } = await import('./reduce-results.ts');
      return await reduceResults(results, limits, { taxonomy, parseCache: state(), weights });
    },
    async plan(input) {
      const { history, tokens, services, state } = input;
      const { toolTaxonomy: taxonomy, directives } = services;
      const parseCache = state();
      const dependencies = { taxonomy, parseCache, weights, findDirectives: directives };
      const decision = await decide(input, dependencies);
      if (typeof decision === 'string')
        return { noopReason: decision, shortfallReason: SHORTFALLS[decision] };
      const shortfallReason = explainShortfall(history, decision);
      const { plan, tailStart, tokensAfter } = decision;
      if (tokensAfter >= tokens) return { shortfallReason, noopReason: 'no-gain' };
      onDecision?.(decision, parseCache.reader);
      const dropped = countDropped(history, decision);
      return { plan, tail: history.length - tailStart, tokensAfter, dropped, shortfallReason };
    },
  });
}

const SHORTFALLS: Readonly<Record<Unchanged, string>> = {
  'tail-covers-all': 'the newest exchange is all there is, and it stays whole',
  'nothing-removable':
    'all entries before the newest exchange are system or pinned, and stay whole',
  'no-gain': 'all that may become shorter is a record, and stays as it is',
};

/** Strategy `salience`: keeps the lines that later steps will need, within any budget. Uses no model. */
export const salience: StrategyPlugin = createSalience();

/** Counts what records leave out, by kind. */
function countDropped(
  history: readonly IContent[],
  { isRecorded, pieces, selection, selectedCount }: SalienceDecision,
): DroppedCounts {
  const counts = { reducedTexts: 0, lines: 0, thinkingBlocks: 0, mediaBlocks: 0 };
  for (const [at, { blocks }] of history.entries()) {
    if (!isRecorded[at]!) continue;
    for (const { type } of blocks) if (type === 'thinking') counts.thinkingBlocks += 1;
    for (const piece of pieces[at]!) {
      if (piece.kind === 'step') counts.mediaBlocks += piece.media.length;
      for (const part of piece.texts) {
        const isKept = (unit: number): boolean => selection.isKept(part, unit, selectedCount);
        const { omitted } = keptLines(part, isKept);
        if (omitted === 0) continue;
        counts.reducedTexts += 1;
        counts.lines += omitted;
      }
    }
  }
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
