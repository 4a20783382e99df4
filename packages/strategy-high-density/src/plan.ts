import { type IContent, defined } from '@palimpsest/core-types';
import { readLastingWords } from '@palimpsest/engine/directives/words';
import {
  type SettingsOf,
  type StrategyDecision,
  type StrategyInput,
  answerWithin,
  findAskedLines,
} from '@palimpsest/engine';
import {
  DEFAULT_PRESERVE_THRESHOLD,
  type EditPlan,
  createDroppedNotice,
  isGeneratedNotice,
  listCandidatesByKind,
  parseNoticeEntry,
  personTexts,
  previewPlan,
} from '@palimpsest/engine/history';
import { humanTextCutter } from '@palimpsest/summarizer/reduce';
import { type CountedPlan, restoreWithinTarget } from './restore-within-target.ts';
import type { highDensityServices } from './services.ts';
import type { highDensitySettings } from './settings.ts';
import { shortenFirst, shortenTexts } from './shorten-texts.ts';
import { type AskedLines, countSummarized, shortenSummaries, summarizeHead } from './summaries.ts';

type Input = StrategyInput<
  SettingsOf<typeof highDensitySettings>,
  undefined,
  typeof highDensityServices
>;

/**
 * Replaces old tool results by one line each. Removes more, in the order of `listCandidatesByKind`, only while the target is missed. With an
 * explicit target, keeps the results that fit. The tail stays whole.
 */
export async function planHighDensity(input: Input): Promise<StrategyDecision> {
  const { history, tokens: tokensBefore, targetTokens } = input;
  const asked = await findAskedLines(input);
  const { plan, tokens: reducedTokens } = await summarizeToTarget(input, asked);
  const dropped = countSummarized(history, plan);
  if (reducedTokens > tokensBefore) {
    // Short results grow when replaced by a line. Try again with lines for longer results only.
    const spared = await counted(input, await summarizeHead(input, 'shorter', asked));
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
    asked,
    answer: await answerWithin(input),
  });
  const fit = await input.fit(candidates, { history: reduced, tokens: reducedTokens, notice });
  // The dropped notice may cost more than the removals save.
  if (fit.tokens >= reducedTokens) {
    const noopReason = fit.plan.edits.size === 0 ? 'nothing-removable' : 'no-gain';
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
 * Plans lines for all results; for an explicit target no more than needed, so that the newest results stay. If lines for all
 * are not enough, reduces the oldest to tool and status before anything else is removed, as their calls contain the rest.
 */
async function summarizeToTarget(input: Input, asked: AskedLines): Promise<CountedPlan> {
  const { history, targetTokens, isTargetExplicit } = input;
  const spares = isTargetExplicit ? 'short' : 'none';
  const lined = await counted(input, await summarizeHead(input, spares, asked));
  if (lined.tokens <= targetTokens) {
    return isTargetExplicit ? await restoreWithinTarget(input, lined, history) : lined;
  }
  const terse = await counted(input, await shortenSummaries(input, lined.plan));
  if (terse.tokens >= lined.tokens) return lined;
  if (terse.tokens >= targetTokens) return terse;
  return await restoreWithinTarget(input, terse, previewPlan(history, lined.plan));
}

async function counted(
  { history, tokens, estimateTokens }: Input,
  plan: EditPlan,
): Promise<CountedPlan> {
  if (plan.edits.size === 0) return { plan, tokens };
  return { plan, tokens: await estimateTokens(previewPlan(history, plan)) };
}

/** Combines two plans. `first` removes nothing, so both use the same indices. Edits of the second override those of the first. */
function composePlans(first: EditPlan, second: EditPlan): EditPlan {
  return { ...second, edits: new Map([...first.edits, ...second.edits]) };
}

/** Returns the number of texts that lost sentences or lines. Text that was joined with others is still there; markers stand for removed entries. */
function countReduced(history: readonly IContent[], { edits, merges }: EditPlan): number {
  let count = 0;
  for (const [at, entry] of edits) {
    if (entry === undefined || merges?.has(at) === true) continue;
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
    ? 'the first and the newest user message'
    : 'all user text (compression.density.keepHumanText)';
  return `the newest ${tail} of ${length} entries stay unchanged (compression-preserve-threshold ${preserve}), and so do system and pinned entries and ${words}`;
}

function dropsHumanText({ context, settings }: Input): boolean {
  const { densityKeepHumanText } = context.runtimeContext.ephemerals;
  return !(densityKeepHumanText?.() ?? settings['compression.density.keepHumanText']);
}

/**
 * Returns the eviction candidates and the dropped notice. The new notice replaces generated ones; a text that only looks like a notice stays,
 * whatever its role.
 *
 * @param reduced the history after replacements: they do not move entries, so the index stays valid
 * @param answer index of the model's text that the newest user message answers, -1 if none. It is removed after user text without directives
 */
function listEvictions(
  input: Input,
  reduced: readonly IContent[],
  { asked, answer }: { readonly asked: AskedLines; readonly answer: number },
) {
  const { index, cuts, tailStart: boundary, isProtected } = input;
  const dropHumanText = dropsHumanText(input);
  const { lastingKind, isRepeated } = readLastingWords(reduced.map(personTexts));
  const ranks = new Map(
    reduced.map((entry, at) => {
      const kinds = isRepeated(at) ? [] : textsOf(entry).map((text) => lastingKind(text));
      return [
        entry,
        kinds.includes('directive') ? 2 : kinds.includes('statement') ? 1 : 0,
      ] as const;
    }),
  );
  const cutHumanText = humanTextCutter(lastingKind);
  const askedEntries = new Set(
    reduced.filter((_, at) =>
      input.history[at]!.blocks.some((block) => block.type === 'tool_response' && asked.has(block)),
    ),
  );
  const replaces = new Map<number, number>();
  for (const [at, entry] of reduced.slice(0, boundary).entries()) {
    if (!isGeneratedNotice(entry) || isProtected(entry)) continue;
    replaces.set(at, parseNoticeEntry(entry)?.dropped ?? 0);
  }
  return {
    candidates: listCandidatesByKind(
      { ...index, history: reduced },
      {
        boundary,
        answer,
        isProtected: (entry) => parseNoticeEntry(entry) !== undefined || isProtected(entry),
        dropHumanText,
        isAsked: (entry) => askedEntries.has(entry),
        rankOfText: (entry) => ranks.get(entry)!,
        shortenFirst: shortenFirst(cutHumanText),
        shortenProse: shortenTexts(reduced.slice(0, boundary), {
          isProtected: (entry) => entry === reduced[answer] || isProtected(entry),
          cutHumanText: dropHumanText ? cutHumanText : undefined,
        }),
      },
    ),
    notice: {
      newest: reduced.length - boundary,
      indexFor: (at: number) => cuts.atOrBefore(at),
      make: createDroppedNotice,
      replaces,
    },
  };
}

function textsOf({ blocks }: IContent): string[] {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
}
