import { runInSlices, type IContent, type ToolTaxonomy } from '@palimpsest/core-types';
import { answerWithin, type StrategyInput } from '@palimpsest/engine';
import { findTailStart } from '@palimpsest/engine/history';
import {
  decideForTail,
  type Common,
  type SalienceDecision,
  type Unchanged,
} from './decide-for-tail.ts';
import type { SalienceWeights } from './value/weights.ts';
import type { ParseCache } from './record/parse-cache.ts';
import { findEditedLines } from './record/edited-lines.ts';
import { findTails } from './record/find-tail.ts';
import { parseInSteps } from './record/parse-history.ts';
import type { Part, Piece } from './record/pieces.ts';
import { questionExcerpts } from './required/question-excerpts.ts';
import { createWordReader, findReplacedWords, type FindDirectives } from './required/read-words.ts';
import { findQuestions } from './record/find-questions.ts';
import { ATTEMPTS } from './record/attempts.ts';
import { measureProseRate } from '@palimpsest/engine/tokens';

export interface Dependencies {
  readonly taxonomy: ToolTaxonomy;
  readonly parseCache: ParseCache;
  readonly weights: SalienceWeights;
  readonly findDirectives: FindDirectives;
}

/** Explains a shortfall. Names only the causes that are present. */
export function explainShortfall(
  history: readonly IContent[],
  { tailStart, isRecorded }: Pick<SalienceDecision, 'tailStart' | 'isRecorded'>,
): string {
  const whole = isRecorded.slice(0, tailStart).filter((recorded) => !recorded).length;
  const newest = `the newest ${history.length - tailStart} of ${history.length} entries stay unchanged`;
  const reasons = [whole === 0 ? newest : `${newest}, and ${whole} before them (system or pinned)`];
  if (whole < tailStart) reasons.push('the report of the others keeps the instructions of users');
  return reasons.join('; ');
}

/** Decides what to keep of a history over its target. Returns the reason if it cannot become shorter. */
export async function decide(
  given: StrategyInput,
  { taxonomy, parseCache, weights, findDirectives }: Dependencies,
): Promise<SalienceDecision | Unchanged> {
  const { history, index, cuts, targetTokens, estimateTokens } = given;
  const { signal, runtimeContext } = given.context;
  const tokens: number[] = [];
  for (const entry of history) {
    const count = estimateTokens([entry]);
    tokens.push(typeof count === 'number' ? count : await count);
  }
  const preserve = runtimeContext.ephemerals.preserveThreshold?.();
  const { usual, least } =
    preserve === undefined
      ? findTails({ history, cuts, tokens, targetTokens })
      : { usual: findTailStart(history, cuts, preserve), least: undefined };
  if ((least ?? usual) === 0) return 'tail-covers-all';
  const pieces = await runInSlices(
    parseInSteps(index, { taxonomy, parseCache }),
    given.yieldToEventLoop,
  );
  signal?.throwIfAborted();
  const replaced = findReplacedWords(personTextsOf(pieces));
  await given.yieldToEventLoop();
  const edited = await runInSlices(
    findEditedLines(index, taxonomy, parseCache.reader),
    given.yieldToEventLoop,
  );
  const questions = findQuestions(history, pieces);
  const parts = pieces.flat().flatMap(({ texts }) => texts);
  const isChat = !parts.some(({ role, call }) => role === 'arguments' || call !== undefined);
  const common: Common = {
    given,
    saysFollowing: preserve !== undefined,
    input: {
      history,
      pieces,
      ...questions,
      isChat,
      excerpts: isChat
        ? await runInSlices(questionExcerpts(questions.newest, parts), given.yieldToEventLoop)
        : [],
      replaced,
      readWords: createWordReader(findDirectives, replaced),
      tokens,
      targetTokens,
      answered: await answerWithin(given),
      edited,
      proseRate: await measureProseRate(estimateTokens),
      parseCache,
      weights,
    },
  };
  // Words of people are shortened only if the tail is the least one: other exchanges of the usual tail may become a part of the record.
  if (least !== undefined && least !== usual && usual > 0) {
    const found = await decideForTail(
      usual,
      ATTEMPTS.filter(({ keepsWords }) => keepsWords),
      common,
    );
    if (typeof found !== 'string' && found.tokensAfter <= targetTokens) return found;
  }
  return await decideForTail(least ?? usual, ATTEMPTS, common);
}

/** Returns the texts that people wrote, oldest first. */
function personTextsOf(pieces: readonly (readonly Piece[])[]): Part[] {
  return pieces.flat().flatMap(({ kind, texts }) => (kind === 'person' ? texts : []));
}
