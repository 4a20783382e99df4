import { DEFAULT_PRESERVE_THRESHOLD, previewPlan, type EditPlan } from '@palimpsest/history';
import type { SettingsOf, StrategyDecision, StrategyInput } from '@palimpsest/engine';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';
import { countSummarized } from './summarize-head.ts';
import { summarizeAll, summarizeToTarget } from './summarize-to-target.ts';
import { listEvictions } from './list-evictions.ts';
import type { highDensitySettings } from './settings.ts';

type Input = StrategyInput<SettingsOf<typeof highDensitySettings>>;

/**
 * Replaces old tool results by one line each. Removes more, in the order of C5, only while the target is missed (REQ-HD-008). With an
 * explicit target, keeps the results that fit. The tail stays whole.
 */
export async function planHighDensity(input: Input): Promise<StrategyDecision> {
  const { history, index, cuts, tailStart: boundary, isProtected, isTargetExplicit } = input;
  const { tokens: tokensBefore, targetTokens, estimateTokens, services } = input;
  const { signal } = input.context;
  const dropHumanText = dropsHumanText(input);
  const { toolTaxonomy: taxonomy = defaultToolTaxonomy } = services;
  const head = { boundary, isProtected, taxonomy };
  const given = { index, tokens: tokensBefore, targetTokens, estimateTokens, head, signal };
  // A target derived from the trigger gets a line for every result, as the requirements specify; an explicit target is filled.
  const summarized = await summarizeToTarget(given, isTargetExplicit);
  const { plan, tokens: leanTokens } = summarized;
  const dropped = countSummarized(history, plan);
  if (leanTokens > tokensBefore) {
    // One line per result takes more tokens than these short results. Lines for the longer results alone may still save tokens.
    const spared = await summarizeAll(given, true);
    if (tokensBefore <= targetTokens || spared.tokens <= targetTokens) {
      return {
        plan: spared.plan,
        dropped: countSummarized(history, spared.plan),
        tokensAfter: spared.tokens,
        noopReason: 'no-gain',
      };
    }
  }

  const lean = previewPlan(history, plan);
  // Summaries are in the place of their results: the exchanges are the same.
  const { candidates, notice } = listEvictions(
    { ...index, history: lean },
    { boundary, cuts, isProtected, dropHumanText },
  );
  const fit = await input.fit(candidates, { history: lean, tokens: leanTokens, notice });
  // The notice can be larger than the little that may be removed: then no entry is removed.
  if (fit.tokens >= leanTokens) {
    const noopReason = isEmpty(fit.plan) ? 'nothing-removable' : 'no-gain';
    return { plan, dropped, tokensAfter: leanTokens, noopReason };
  }
  const inAll = composePlans(plan, fit.plan);
  const { toolResults } = countSummarized(history, inAll);
  const { mediaBlocks } = dropped;
  return {
    plan: inAll,
    dropped: {
      ...(mediaBlocks === undefined ? {} : { mediaBlocks }),
      ...(toolResults === undefined ? {} : { toolResults }),
      ...fit.dropped,
    },
    tokensAfter: fit.tokens,
  };
}

/** Combines two plans. The first removes nothing, so indices mean the same in both. An entry both replaced and removed is removed. */
function composePlans(first: EditPlan, second: EditPlan): EditPlan {
  const replacements = new Map(first.replacements);
  for (const [at, entry] of second.replacements) replacements.set(at, entry);
  return { ...second, replacements };
}

function isEmpty({ removals, replacements }: EditPlan): boolean {
  return removals.size === 0 && replacements.size === 0;
}

/** Says what stays although the target is missed. */
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
