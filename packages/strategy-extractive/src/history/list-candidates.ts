import type { IContent } from '@palimpsest/core-types';
import type { EvictionCandidate } from '@palimpsest/history';
import {
  DATA_CUTS,
  DEMAND_CUTS,
  REMARK_CUTS,
  cutHumanText,
  isUseful,
  type HumanCut,
} from '@palimpsest/summarizer/reduce';
import { dropThinking } from './drop-blocks.ts';
import { reducePassages } from './reduce-passages.ts';
import { whenReady, type ReductionContext, type RoundContext } from './reduction-context.ts';
import { rewriteText, withReferences } from './rewrite-text.ts';
import { rollUp } from './roll-up.ts';
import { replaceOldMessages, shrinkAgent, shrinkData } from './shrink-passages.ts';
import type { Entries } from './sites.ts';
import { toCandidate } from './steps.ts';
import { LONG_HUMAN_TEXT, targetsOf } from './targets.ts';

/**
 * Stages in order. Each also reduces: data and reasoning; assistant text; user sentences without directives; the text that the newest user
 * message answers; user sentences with directives.
 */
const STAGES = ['data', 'agent', 'remarks', 'answer', 'demands'] as const;

export type Stage = (typeof STAGES)[number];

/** Stages that may reduce the text that the newest user message answers. */
const withAnswer: ReadonlySet<Stage> = new Set(['answer', 'demands']);

/** Maximum number of rounds per stage. */
const MAX_ROUNDS = 8;

/**
 * Lists all eviction candidates, in order: tool results, data that users pasted, reasoning, assistant text, user text.
 * References and summaries of a text come before its truncation. Yields the end of each stage.
 *
 * Each round starts from the output of the previous one, like a new run; a stage ends when a round changes nothing. Therefore, compressing
 * the output again changes nothing, even if the target was missed.
 *
 * @param rollsUp whether runs of summaries are summarized again
 */
export function* listCandidates(
  reducing: ReductionContext,
  rollsUp: boolean,
): Generator<EvictionCandidate | { readonly endOf: Stage }> {
  const { history } = reducing.scope;
  let current = (index: number): IContent | undefined => history[index];
  const currentEntry = (index: number): IContent | undefined => current(index);
  const entries = (): Entries => history.map((_, index) => currentEntry(index));
  const watch = (candidate: EvictionCandidate): EvictionCandidate => ({
    ...candidate,
    changes(latest) {
      current = latest;
      return whenReady(candidate.changes(latest), (changes) => {
        if (changes.size > 0) reducing.progress.hasOffered = true;
        return changes;
      });
    },
  });
  let startEntries: Entries = history;
  let round = 0;
  for (const stage of STAGES) {
    for (let left = MAX_ROUNDS; left > 0; left -= 1) {
      const { scope: given } = reducing;
      const scope = withAnswer.has(stage) ? { ...given, answeredIndex: -1 } : given;
      const context = { ...reducing, scope, round, startEntries, entries, currentEntry };
      for (const candidate of oneRound(context, { rollsUp, stage })) yield watch(candidate);
      round += 1;
      const after = entries();
      if (after.every((entry, index) => entry === startEntries[index])) break;
      startEntries = after;
    }
    yield { endOf: stage };
  }
}

const isLong = ({ length }: string): boolean => length > LONG_HUMAN_TEXT;

function* oneRound(
  context: RoundContext,
  { rollsUp, stage }: { readonly rollsUp: boolean; readonly stage: Stage },
): Generator<EvictionCandidate> {
  yield* reducePassages(context, 'data');
  yield* shrinkData(context);
  yield* reducePassages(context, 'people', isLong);
  yield* reduceUserTexts(context, DATA_CUTS, 'long texts');
  yield* dropThinking(context);
  if (stage === 'data') return;
  yield* reducePassages(context, 'agent');
  yield* shrinkAgent(context, !rollsUp);
  if (stage === 'agent') return;
  yield* reducePassages(context, 'people', () => true);
  yield* reduceUserTexts(context, DATA_CUTS, 'all texts');
  yield* reducePassages(context, 'people');
  if (rollsUp) yield* rollUp(context);
  yield* reduceUserTexts(context, REMARK_CUTS, 'all texts');
  yield* replaceOldMessages(context, false);
  if (stage === 'remarks' || stage === 'answer') return;
  yield* replaceOldMessages(context, true);
  yield* reduceUserTexts(context, DEMAND_CUTS, 'first text');
}

/** Lists removals of lines from user text: cut by cut, oldest text first. */
function* reduceUserTexts(
  context: RoundContext,
  cuts: readonly HumanCut[],
  of: 'long texts' | 'all texts' | 'first text',
): Generator<EvictionCandidate> {
  const { readings } = context;
  const { firstHuman, newestHuman } = context.scope;
  const people = targetsOf(context).filter(
    ({ kind, index, result }) =>
      kind === 'people' && result === undefined && (of !== 'first text' || index === firstHuman),
  );
  for (const cut of cuts) {
    for (const target of people) {
      // Only pasted data is removed from the newest user message.
      if (target.index === newestHuman && cut.of !== 'data') continue;
      const isFirst = target.index === firstHuman;
      const rewrite = (text: string): string | undefined => {
        if (of === 'long texts' && text.length <= LONG_HUMAN_TEXT) return undefined;
        const shorter = cutHumanText(text, cut, { isFirst, readings });
        return shorter !== undefined && isUseful(shorter, text) ? shorter : undefined;
      };
      yield toCandidate(withReferences(rewriteText(target, rewrite, context), target, context));
    }
  }
}
