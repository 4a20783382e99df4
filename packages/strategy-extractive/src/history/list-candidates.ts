import type { IContent } from '@palimpsest/core-types';
import { listHostedCalls, type EvictionCandidate } from '@palimpsest/engine/history';
import {
  DATA_CUTS,
  DEMAND_CUTS,
  REMARK_CUTS,
  isUseful,
  type HumanCut,
} from '@palimpsest/summarizer/reduce';
import { dropThinking, replaceAttachments } from './drop-blocks.ts';
import { reducePassages } from './reduce-passages.ts';
import { createCandidate, editText, withReferences } from './edits.ts';
import type { ReductionContext } from './reduction-context.ts';
import { replaceOldMessages, shrinkAgent, shrinkData } from './shrink-passages.ts';
import { LONG_HUMAN_TEXT, findTargets } from './targets.ts';

/**
 * Stages in order. Each also reduces: data and reasoning; assistant text; user sentences without directives, statements after the others; the
 * text that the newest user message answers; user sentences with directives.
 */
export type Stage = 'data' | 'agent' | 'remarks' | 'answer' | 'demands';

/** State of the whole compression, without the history while edits are applied to it. */
export type SharedContext = Omit<ReductionContext, 'entries' | 'currentEntry'>;

/**
 * Lists all eviction candidates, in order: tool results, data that users pasted, reasoning, calls that the provider ran, what users attached,
 * assistant text, user text. References and summaries of a text come before its truncation. Yields the end of each stage.
 */
export function* listCandidates(
  shared: SharedContext,
): Generator<EvictionCandidate | { readonly endOf: Stage }> {
  const { history } = shared.scope;
  let currentEntry = (index: number): IContent | undefined => history[index];
  const context: ReductionContext = {
    ...shared,
    entries: () => history.map((_, index) => currentEntry(index)),
    currentEntry: (index) => currentEntry(index),
  };
  for (const candidate of listStages(context)) {
    if ('endOf' in candidate) yield candidate;
    else {
      yield {
        ...candidate,
        async changes(latest) {
          currentEntry = latest;
          const changes = await candidate.changes(latest);
          if (changes.size > 0) shared.progress.hasOffered = true;
          return changes;
        },
      };
    }
  }
}

function* listStages(
  context: ReductionContext,
): Generator<EvictionCandidate | { readonly endOf: Stage }> {
  yield* reducePassages(context, 'data');
  yield* shrinkData(context);
  yield* reducePassages(context, 'people', isLong);
  yield* reduceUserTexts(context, DATA_CUTS, 'long texts');
  yield* dropThinking(context);
  yield* listHostedCalls(context.scope.history, {
    boundary: context.scope.tailStart,
    isProtected: context.scope.isProtected,
  });
  yield* replaceAttachments(context);
  yield { endOf: 'data' };
  yield* reducePassages(context, 'agent');
  yield* shrinkAgent(context);
  yield { endOf: 'agent' };
  yield* reducePassages(context, 'people', () => true);
  yield* reduceUserTexts(context, DATA_CUTS, 'all texts');
  yield* reducePassages(context, 'people');
  yield* reduceUserTexts(context, REMARK_CUTS, 'all texts');
  yield* replaceOldMessages(context, ['demand', 'statement']);
  yield* replaceOldMessages(context, ['demand']);
  yield { endOf: 'remarks' };
  const withAnswer = { ...context, scope: { ...context.scope, answeredIndex: -1 } };
  yield* dropThinking(withAnswer);
  yield* reducePassages(withAnswer, 'agent');
  yield* shrinkAgent(withAnswer);
  yield* replaceOldMessages(withAnswer, ['demand']);
  yield { endOf: 'answer' };
  yield* replaceOldMessages(withAnswer, []);
  yield* reduceUserTexts(withAnswer, DEMAND_CUTS, 'first text');
  yield { endOf: 'demands' };
}

const isLong = ({ length }: string): boolean => length > LONG_HUMAN_TEXT;

/** Lists removals of lines from user text: cut by cut, oldest text first. */
function* reduceUserTexts(
  context: ReductionContext,
  cuts: readonly HumanCut[],
  of: 'long texts' | 'all texts' | 'first text',
): Generator<EvictionCandidate> {
  const { firstHuman, newestHuman, cutHumanText } = context.scope;
  const people = findTargets(context).filter(
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
        const shorter = cutHumanText(text, cut, isFirst);
        return shorter !== undefined && isUseful(shorter, text) ? shorter : undefined;
      };
      yield createCandidate(withReferences(editText(target, rewrite, context), target, context));
    }
  }
}
