import type { IContent } from '@palimpsest/core-types';
import { DEFAULT_PRESERVE_THRESHOLD, previewPlan, type EditPlan } from '@palimpsest/history';
import {
  answerWithin,
  type SettingsOf,
  type StrategyDecision,
  type StrategyInput,
} from '@palimpsest/engine';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';
import { countSummarized } from './summarize-head.ts';
import { summarizeAll, summarizeToTarget } from './summarize-to-target.ts';
import { listEvictions } from './list-evictions.ts';
import type { highDensitySettings } from './settings.ts';
import { textsOf } from './shorten-texts.ts';

type Input = StrategyInput<SettingsOf<typeof highDensitySettings>>;

/**
 * Replaces old tool results by one line each. Removes more, in the order of C5, only while the target is missed (REQ-HD-008). With an
 * explicit target, keeps the results that fit. The tail stays whole.
 */
export async function planHighDensity(input: Input): Promise<StrategyDecision> {
  const { history, index, cuts, tailStart: boundary, isProtected, isTargetExplicit } = input;
  const { tokens: tokensBefore, targetTokens, estimateTokens, services } = input;
  const { signal } = input.context;
  const { toolTaxonomy: taxonomy = defaultToolTaxonomy } = services;
  const head = { boundary, isProtected, taxonomy };
  const given = { index, tokens: tokensBefore, targetTokens, estimateTokens, head, signal };
  // Explicit target: keep as many whole results as fit. Derived target: one line for every result (REQ-HD-008.3).
  const summarized = await summarizeToTarget(given, isTargetExplicit);
  const { plan, tokens: reducedTokens } = summarized;
  const dropped = countSummarized(history, plan);
  if (reducedTokens > tokensBefore) {
    // Short results grow when replaced by a line. Try again with lines for longer results only.
    const spared = await summarizeAll(given, 'shorter');
    if (tokensBefore <= targetTokens || spared.tokens <= targetTokens) {
      return {
        plan: spared.plan,
        dropped: countSummarized(history, spared.plan),
        tokensAfter: spared.tokens,
        noopReason: 'no-gain',
      };
    }
  }

  const reduced = previewPlan(history, plan);
  // Replacements do not move entries, so the index stays valid.
  const { candidates, notice } = listEvictions(
    { ...index, history: reduced },
    {
      boundary,
      cuts,
      answer: await answerWithin(input),
      isProtected,
      dropHumanText: dropsHumanText(input),
    },
  );
  const fit = await input.fit(candidates, { history: reduced, tokens: reducedTokens, notice });
  // The dropped notice may cost more than the removals save.
  if (fit.tokens >= reducedTokens) {
    const noopReason = isEmpty(fit.plan) ? 'nothing-removable' : 'no-gain';
    return { plan, dropped, tokensAfter: reducedTokens, noopReason };
  }
  const inAll = composePlans(plan, fit.plan);
  const { toolResults } = countSummarized(history, inAll);
  const { mediaBlocks } = dropped;
  const reducedTexts = countReduced(reduced, fit.plan);
  return {
    plan: inAll,
    dropped: {
      ...(mediaBlocks === undefined ? {} : { mediaBlocks }),
      ...(toolResults === undefined ? {} : { toolResults }),
      ...fit.dropped,
      ...(reducedTexts === 0 ? {} : { reducedTexts }),
    },
    tokensAfter: fit.tokens,
  };
}

/** Combines two plans. `first` removes nothing, so both use the same indices. A removal overrides a replacement. */
function composePlans(first: EditPlan, second: EditPlan): EditPlan {
  const replacements = new Map(first.replacements);
  for (const [at, entry] of second.replacements) replacements.set(at, entry);
  return { ...second, replacements };
}

/** Returns the number of texts that lost sentences or lines. Text that was joined with others is still there. */
function countReduced(history: readonly IContent[], { replacements }: EditPlan): number {
  let count = 0;
  for (const [at, entry] of replacements) {
    const left = textsOf(entry);
    for (const text of textsOf(history[at]!))
      if (!left.some((said) => said.includes(text))) count += 1;
  }
  return count;
}

function isEmpty({ removals, replacements }: EditPlan): boolean {
  return removals.size === 0 && replacements.size === 0;
}

/** Explains a shortfall: names what is preserved. */
export function explainShortfall(input: Input): string {
  const { length } = input.history;
  const tail = length - input.tailStart;
  const preserve =
    input.context.runtimeContext.ephemerals.preserveThreshold?.() ?? DEFAULT_PRESERVE_THRESHOLD;
  const words = dropsHumanText(input)
    ? 'the first human entry and the last before them'
    : 'all human text (compression.density.keepHumanText)';
  return `the newest ${tail} of ${length} entries stay whole (compression-preserve-threshold ${preserve}), and so do system and pinned entries and ${words}`;
}

function dropsHumanText({ context, settings }: Input): boolean {
  const { densityKeepHumanText } = context.runtimeContext.ephemerals;
  return !(densityKeepHumanText?.() ?? settings['compression.density.keepHumanText']);
}
