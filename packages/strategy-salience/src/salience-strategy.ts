import type {
  CompressionContext,
  CompressionResult,
  CompressionStrategy,
  DroppedCounts,
  IContent,
  StrategyPlugin,
  StrategyTrigger,
  ToolTaxonomy,
} from '@palimpsest/core-types';
import { createResultBuilder } from '@palimpsest/history';
import {
  checkWeights,
  countOmitted,
  DEFAULT_WEIGHTS,
  type SalienceWeights,
} from '@palimpsest/salience';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';
import { createParseCache } from './parse-cache.ts';
import { planCompression, type Dependencies, type SalienceDecision } from './plan-compression.ts';
import { LONG_HUMAN_TEXT } from './retention-class.ts';

const NAME = 'salience';

export interface SalienceOptions {
  /** Tool semantics. @default the presets of all agents known to `@palimpsest/tool-taxonomy` */
  readonly toolTaxonomy?: ToolTaxonomy;
  /** @default those of `@palimpsest/salience` */
  readonly weights?: SalienceWeights;
}

const dependencies = new WeakMap<object, () => Dependencies>();

/** Returns the dependencies of a strategy, for its explanation only. */
export function getDependencies(strategy: object): Dependencies | undefined {
  return dependencies.get(strategy)?.();
}

/** Strategy `salience`: keeps the lines that later steps will need, within any budget. Uses no model. */
export class SalienceStrategy implements CompressionStrategy {
  readonly name: string = NAME;
  readonly requiresLLM = false;
  readonly startsFromOriginals = true;
  readonly trigger: StrategyTrigger = { mode: 'threshold', defaultThreshold: 0.85 };

  /** @throws {SalienceOptionError} of `@palimpsest/salience`, when the weights are invalid */
  constructor({
    toolTaxonomy = defaultToolTaxonomy,
    weights = DEFAULT_WEIGHTS,
  }: SalienceOptions = {}) {
    checkWeights(weights);
    const memory = createParseCache();
    dependencies.set(this, () => ({ taxonomy: toolTaxonomy, memory: memory(), weights }));
  }

  async compress(context: CompressionContext): Promise<CompressionResult> {
    const { repaired, figures, noopReason, decision } = await planCompression(
      context,
      getDependencies(this)!,
    );
    const build = createResultBuilder({
      strategy: NAME,
      original: context.history,
      repaired,
      ...figures,
    });
    if (decision === undefined) return build({ noopReason });
    const { history } = repaired;
    const { plan, boundary, tokensAfter } = decision;
    const dropped = countDropped(history, decision);
    return build({ plan, tail: history.length - boundary, tokensAfter, dropped });
  }
}

/** Counts what a plan removes from the reducible entries, by kind. */
function countDropped(
  history: readonly IContent[],
  { plan, selection: { open, ranking, draft }, taken }: SalienceDecision,
): DroppedCounts {
  const counts = { reducedTexts: 0, lines: 0, thinkingBlocks: 0, mediaBlocks: 0 };
  for (const { index, parts } of open) {
    const isGone = plan.removals.has(index);
    if (!isGone && !plan.replacements.has(index)) continue;
    const left = new Set(isGone ? [] : plan.replacements.get(index)?.blocks);
    for (const { block, part, reading, passage, saved } of parts) {
      const before = history[index]!.blocks[block]!;
      if (left.has(before)) continue;
      const first = ranking.board.firstUnit[passage]!;
      const isLeft = (unit: number): boolean => draft.isKept(first + unit, taken);
      const isOneOfSeveral = part !== undefined && part.path.length > 0;
      if (before.type === 'thinking') counts.thinkingBlocks += 1;
      else if (before.type === 'media' || part?.type === 'media') {
        if (isGone || before.type === 'media' || !isLeft(0)) counts.mediaBlocks += 1;
      } else {
        const lines = countOmitted(reading, isLeft);
        if (!isOneOfSeveral || lines > 0 || saved > 0) counts.reducedTexts += 1;
        counts.lines += lines;
      }
    }
  }
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** Plugin that registers `salience` with a factory. */
export const salience: StrategyPlugin = {
  specification: 1,
  name: NAME,
  requiresLLM: false,
  humanText: 'last',
  longHumanText: LONG_HUMAN_TEXT,
  description:
    'Keeps the lines that will be needed of everything old, by what person and model spoke of, within any budget.',
  create: ({ toolTaxonomy }) =>
    new SalienceStrategy(toolTaxonomy === undefined ? {} : { toolTaxonomy }),
};
