import type { IContent } from '@palimpsest/core-types';
import {
  listHostedCalls,
  type EvictionCandidate,
  LONG_HUMAN_TEXT,
} from '@palimpsest/engine/history';
import {
  DATA_CUTS,
  DEMAND_CUTS,
  REMARK_CUTS,
  isUseful,
  type HumanCut,
} from '@palimpsest/summarizer/reduce';
import { proseOf, withProse } from './prose.ts';
import { reducePassages, reducibleEntries, type ReductionContext } from './reduce-passages.ts';
import {
  dropMedia,
  dropThinking,
  editEntry,
  mergeOldMessages,
  replaceAttachments,
  replaceResults,
  replaceTexts,
} from './shorten.ts';

/**
 * Stages in order. Each also reduces: data and reasoning; assistant text; user sentences without directives, statements after the others; the
 * text that the newest user message answers; user sentences with directives.
 */
export type Stage = 'data' | 'agent' | 'remarks' | 'answer' | 'demands';

type Candidates = Generator<EvictionCandidate | { readonly endOf: Stage }>;

/**
 * Lists all eviction candidates, in order: tool results, data that users pasted, reasoning, calls that the provider ran, what users attached,
 * assistant text, user text. References and summaries of a text come before its marker. Yields the end of each stage.
 */
export function* listCandidates(given: Omit<ReductionContext, 'entryAt'>): Candidates {
  const { history } = given.scope;
  let current = (index: number): IContent | undefined => history[index];
  for (const candidate of listStages({ ...given, entryAt: (index) => current(index) })) {
    if ('endOf' in candidate) yield candidate;
    else {
      yield {
        ...candidate,
        changes(latest) {
          current = latest;
          return candidate.changes(latest);
        },
      };
    }
  }
}

function* listStages(context: ReductionContext): Candidates {
  const { scope } = context;
  yield* reducePassages(context, 'data');
  yield* replaceResults(context);
  yield* replaceTexts(context, 'data');
  yield* dropMedia(context);
  yield* reducePassages(context, 'people', isLong);
  yield* cutUserTexts(context, DATA_CUTS, isLong);
  yield* dropThinking(context);
  yield* listHostedCalls(scope.history, {
    boundary: scope.tailStart,
    isProtected: scope.isProtected,
  });
  yield* replaceAttachments(context);
  yield { endOf: 'data' };
  yield* reducePassages(context, 'agent');
  yield* replaceTexts(context, 'agent');
  yield { endOf: 'agent' };
  yield* reducePassages(context, 'people', () => true);
  yield* cutUserTexts(context, DATA_CUTS);
  yield* reducePassages(context, 'people');
  yield* cutUserTexts(context, REMARK_CUTS);
  yield* mergeOldMessages(context, ['directive', 'statement']);
  yield* mergeOldMessages(context, ['directive']);
  yield { endOf: 'remarks' };
  const withAnswer = { ...context, scope: { ...scope, answeredIndex: -1 } };
  yield* dropThinking(withAnswer);
  yield* reducePassages(withAnswer, 'agent');
  yield* replaceTexts(withAnswer, 'agent');
  yield* mergeOldMessages(withAnswer, ['directive']);
  yield { endOf: 'answer' };
  yield* mergeOldMessages(withAnswer, []);
  yield* cutUserTexts(context, DEMAND_CUTS, undefined, scope.firstHuman);
  yield { endOf: 'demands' };
}

function isLong({ length }: string): boolean {
  return length > LONG_HUMAN_TEXT;
}

/**
 * Lists removals of lines from user text: cut by cut, oldest text first. Only pasted data is removed from the newest user message, if it is long.
 *
 * @param isWanted returns whether a text may be cut. @default always
 * @param only index of the only message to cut. @default all of them
 */
function* cutUserTexts(
  context: ReductionContext,
  cuts: readonly HumanCut[],
  isWanted: (text: string) => boolean = () => true,
  only?: number,
): Generator<EvictionCandidate> {
  const { firstHuman, newestHuman, tailStart, isProtected, cutHumanText } = context.scope;
  const people = reducibleEntries(context).filter(([, { speaker }]) => speaker === 'human');
  const newest = newestHuman < tailStart ? context.entryAt(newestHuman) : undefined;
  if (newest !== undefined && isLong(proseOf(newest) ?? '') && !isProtected(newest))
    people.push([newestHuman, newest]);
  for (const cut of cuts) {
    for (const [index] of people) {
      if (only !== undefined && index !== only) continue;
      if (index === newestHuman && cut.of !== 'data') continue;
      yield editEntry(index, (entry) => {
        const text = proseOf(entry);
        if (text === undefined || !isWanted(text)) return entry;
        const shorter = cutHumanText(text, cut, index === firstHuman);
        return shorter !== undefined && isUseful(shorter, text) ? withProse(entry, shorter) : entry;
      });
    }
  }
}
