import { defined, type IContent } from '@palimpsest/core-types';
import {
  answerWithin,
  type SettingsOf,
  type StrategyDecision,
  type StrategyInput,
} from '@palimpsest/engine';
import { DEFAULT_PRESERVE_THRESHOLD, previewPlan, type EditPlan } from '@palimpsest/history';
import { listEvictions } from './list-evictions.ts';
import { restoreWithinTarget, type CountedPlan } from './restore-within-target.ts';
import type { highDensitySettings } from './settings.ts';
import { textsOf } from './shorten-texts.ts';
import { countSummarized, shortenSummaries, summarizeHead } from './summaries.ts';

type Input = StrategyInput<SettingsOf<typeof highDensitySettings>>;

/**
 * Replaces old tool results by one line each. Removes more, in the order of C5, only while the target is missed (REQ-HD-008). With an
 * explicit target, keeps the results that fit. The tail stays whole.
 */
export async function planHighDensity(input: Input): Promise<StrategyDecision> {
  const { history, tokens: tokensBefore, targetTokens } = input;
  const { plan, tokens: reducedTokens } = await summarizeToTarget(input);
  const dropped = countSummarized(history, plan);
  if (reducedTokens > tokensBefore) {
    // Short results grow when replaced by a line. Try again with lines for longer results only.
    const spared = await counted(input, summarizeHead(input, 'shorter'));
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
  const { candidates, notice } = listEvictions(input, reduced, {
    answer: await answerWithin(input),
    dropHumanText: dropsHumanText(input),
  });
  const fit = await input.fit(candidates, { history: reduced, tokens: reducedTokens, notice });
  // The dropped notice may cost more than the removals save.
  if (fit.tokens >= reducedTokens) {
    const { removals, replacements } = fit.plan;
    const isEmpty = removals.size === 0 && replacements.size === 0;
    const noopReason = isEmpty ? 'nothing-removable' : 'no-gain';
    return { plan, dropped, tokensAfter: reducedTokens, noopReason };
  }
  const combinedPlan = composePlans(plan, fit.plan);
  const { mediaBlocks } = dropped;
  const { toolResults } = countSummarized(history, combinedPlan);
  const reducedTexts = countReduced(reduced, fit.plan);
  return {
    plan: combinedPlan,
    dropped: {
      ...defined({ mediaBlocks, toolResults }),
      ...fit.dropped,
      ...(reducedTexts === 0 ? {} : { reducedTexts }),
    },
    tokensAfter: fit.tokens,
  };
}

/**
 * Plans lines for all results; for an explicit target no more than needed, so that the newest results stay (REQ-HD-008.3). If lines for all
 * are not enough, reduces the oldest to tool and status before anything else is removed, as their calls contain the rest.
 */
async function summarizeToTarget(input: Input): Promise<CountedPlan> {
  const { history, targetTokens, isTargetExplicit } = input;
  const lined = await counted(input, summarizeHead(input, isTargetExplicit ? 'short' : 'none'));
  if (lined.tokens <= targetTokens) {
    return isTargetExplicit ? await restoreWithinTarget(input, lined, history) : lined;
  }
  const terse = await counted(input, shortenSummaries(input, lined.plan));
  if (terse.tokens >= lined.tokens) return lined;
  if (terse.tokens >= targetTokens) return terse;
  return await restoreWithinTarget(input, terse, previewPlan(history, lined.plan));
}

async function counted(
  { history, tokens, estimateTokens }: Input,
  plan: EditPlan,
): Promise<CountedPlan> {
  if (plan.replacements.size === 0) return { plan, tokens };
  return { plan, tokens: await estimateTokens(previewPlan(history, plan)) };
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

/** Names what is preserved. */
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
