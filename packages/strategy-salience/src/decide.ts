import {
  runAtOnce,
  runInSlices,
  type IContent,
  type NoopReason,
  type ToolTaxonomy,
} from '@palimpsest/core-types';
import { answerWithin, type StrategyInput } from '@palimpsest/engine';
import {
  createRecordPlanner,
  expandToWholeExchanges,
  findCarriedMedia,
  findTailStart,
  isGapMarker,
  isRecordEntry,
  MEDIA_SHARE,
  previewPlan,
  type EditPlan,
} from '@palimpsest/engine/history';
import type { SalienceWeights } from './value/weights.ts';
import type { ParseCache } from './record/parse-cache.ts';
import { findEditedLines } from './record/edited-lines.ts';
import { findTails } from './record/find-tail.ts';
import { parseInSteps } from './record/parse-history.ts';
import type { Part, Piece } from './record/pieces.ts';
import { questionExcerpts } from './required/question-excerpts.ts';
import { createWordReader, findReplacedWords, type FindDirectives } from './required/read-words.ts';
import { findQuestions } from './record/find-questions.ts';
import { recallIdOfStep } from './record/steps-of-calls.ts';
import { ATTEMPTS, DIRECTIVES, type Attempt } from './record/attempts.ts';
import { limitWords } from './record/word-limits.ts';
import { selectLines, type Selection, type SelectionInput } from './record/select-lines.ts';
import { writeItems } from './record/write-items.ts';
import { measureProseRate } from '@palimpsest/engine/tokens';
import { findLargestFit } from './ranking/find-largest-fit.ts';

export interface Dependencies {
  readonly taxonomy: ToolTaxonomy;
  readonly parseCache: ParseCache;
  readonly weights: SalienceWeights;
  readonly findDirectives: FindDirectives;
}

/** What becomes of a history over its target. */
export interface SalienceDecision {
  readonly plan: EditPlan;
  readonly tokensAfter: number;
  /** Index of the first entry of the tail. */
  readonly tailStart: number;
  readonly pieces: readonly (readonly Piece[])[];
  /** Whether an entry became a part of a record. */
  readonly isRecorded: readonly boolean[];
  readonly selection: Selection;
  /** Number of selected units of the ranking. */
  readonly selectedCount: number;
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

/** Why a history stays as it is. */
export type Unchanged = Extract<NoopReason, 'tail-covers-all' | 'nothing-removable' | 'no-gain'>;

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

/** A record with some number of units. */
interface Candidate {
  readonly plan: EditPlan;
  readonly tokens: number;
}

type Candidates = (selectedCount: number) => Promise<Candidate>;

/** What decisions with different tails have in common. */
interface Common {
  readonly given: StrategyInput;
  readonly saysFollowing: boolean;
  readonly input: Omit<SelectionInput, 'availableTokens' | 'limits' | 'isRecorded'>;
}

/** Decides with a tail. Pictures and documents of people take at least their share of the target, and what the texts leave of it. */
async function decideForTail(
  tailStart: number,
  attempts: readonly Attempt[],
  common: Common,
): Promise<SalienceDecision | Unchanged> {
  const { history, targetTokens, estimateTokens } = common.given;
  const share = MEDIA_SHARE * targetTokens;
  const found = await decideForTailAndMedia(share, tailStart, attempts, common);
  if (typeof found === 'string' || found.tokensAfter >= targetTokens) return found;
  const { isRecorded } = found;
  const carriedIn = async (tokens: number): Promise<number> =>
    (await findCarriedMedia({ history, isRecorded }, tokens, estimateTokens)).size;
  const more = share + targetTokens - found.tokensAfter;
  if ((await carriedIn(more)) === (await carriedIn(share))) return found;
  const fuller = await decideForTailAndMedia(more, tailStart, attempts, common);
  return typeof fuller !== 'string' && fuller.tokensAfter <= targetTokens ? fuller : found;
}

/** Decides with a tail and tokens for pictures and documents: the first attempt that meets the target, else the least that can be left. */
async function decideForTailAndMedia(
  mediaTokens: number,
  tailStart: number,
  attempts: readonly Attempt[],
  { given, saysFollowing, input: shared }: Common,
): Promise<SalienceDecision | Unchanged> {
  const { history, index, targetTokens, estimateTokens, tokens: tokensBefore } = given;
  const { originalId, signal } = given.context;
  const { pieces } = shared;
  const whole = expandToWholeExchanges(index, tailStart, (at) => given.isProtected(history[at]!));
  const isRecorded = history.map((_, at) => at < tailStart && !whole.has(at));
  if (!isRecorded.includes(true)) return 'nothing-removable';
  const canRecall = originalId !== undefined;
  const carried = await findCarriedMedia({ history, isRecorded }, mediaTokens, estimateTokens);
  const planWith = createRecordPlanner({ history, isRecorded, canRecall, carried, saysFollowing });
  const planAt = (selection: Selection, count: number, namedFrom: number): Promise<EditPlan> =>
    runInSlices(
      planWith(({ from, to }) =>
        writeItems(pieces.slice(from, to).flat(), {
          isKept: (part, unit) => selection.isKept(part, unit, count),
          namedFrom,
          replaced: shared.replaced,
          idOf: (step) => recallIdOfStep(step, history, originalId),
        }),
      ),
      given.yieldToEventLoop,
    );
  const tokensOfRecords = async ({ edits }: EditPlan): Promise<number> => {
    let total = 0;
    for (const entry of edits.values())
      if (entry !== undefined) total += await estimateTokens([entry]);
    return total;
  };
  // Estimators need not be additive; what the whole costs beyond its records is constant.
  await given.yieldToEventLoop();
  const empty = runAtOnce(
    planWith(function* () {
      yield;
      return [];
    }),
  );
  const fixedTokens =
    (await estimateTokens(previewPlan(history, empty))) - (await tokensOfRecords(empty));
  const tokensOf = async (plan: EditPlan): Promise<number> =>
    fixedTokens + (await tokensOfRecords(plan));
  const isMissed = fixedTokens >= targetTokens;
  /** What the report and all else may take together. */
  let goal = targetTokens;
  const candidatesOf = (selection: Selection, namedFrom: number): Candidates => {
    const known = new Map<number, Promise<Candidate>>();
    return async (count) => {
      const candidate = known.get(count);
      if (candidate !== undefined) return await candidate;
      const written = planAt(selection, count, namedFrom).then(async (plan) => {
        await given.yieldToEventLoop();
        return { plan, tokens: await tokensOf(plan) };
      });
      known.set(count, written);
      return await written;
    };
  };
  const decisionAt = async (
    selection: Selection,
    candidates: Candidates,
    selectedCount: number,
  ): Promise<SalienceDecision> => {
    const { plan } = await candidates(selectedCount);
    await given.yieldToEventLoop();
    const tokensAfter = await estimateTokens(previewPlan(history, plan));
    return { plan, tokensAfter, tailStart, pieces, isRecorded, selection, selectedCount };
  };
  const fit = async (selection: Selection, candidates: Candidates): Promise<SalienceDecision> => {
    const tokensAt = async (count: number): Promise<number> => (await candidates(count)).tokens;
    const within = async (limit: number): Promise<SalienceDecision> =>
      await decisionAt(
        selection,
        candidates,
        await findLargestFit(selection.ranking, tokensAt, limit),
      );
    const found = await within(goal);
    const excess = found.tokensAfter - goal;
    // The sum of rounded counts can be less than the count of the whole.
    return excess > 0 ? await within(goal - excess) : found;
  };
  /** Returns whether more units would fit than were ranked: the ranking estimates their cost by that of prose. */
  const isUnfilled = ({ tokensAfter, selection, selectedCount }: SalienceDecision): boolean =>
    selectedCount === selection.ranking.order.length && tokensAfter < FILLED * goal;
  /** Whether nothing but an earlier record is left to shorten. */
  const isSettled = history.every(
    (entry, at) => !isRecorded[at] || isRecordEntry(entry) || isGapMarker(entry),
  );
  /** Otherwise each compression would shorten people's words in a record a little more. */
  const isWorthwhile = ({ tokensAfter }: SalienceDecision): boolean =>
    !isSettled || tokensAfter <= WORTHWHILE * tokensBefore;
  const select = (attempt: Attempt, room: number, overshoot?: number): Promise<Selection> => {
    const limits = limitWords(attempt, goal, room);
    const availableTokens = goal - fixedTokens;
    const input = { ...shared, isRecorded, targetTokens: goal, availableTokens, limits };
    return runInSlices(selectLines(input, attempt, overshoot), given.yieldToEventLoop);
  };
  /** What stays if no attempt fits: what the last one keeps in any case. */
  let least: Selection | undefined;
  if (isMissed) {
    least = await select(DIRECTIVES, 0);
    const { tokens } = await candidatesOf(least, tailStart)(0);
    const replaced = tokensBefore - fixedTokens;
    const share = REPORT_IF_MISSED.ofUnchanged * fixedTokens;
    if (isSettled && replaced <= share) return 'no-gain';
    goal = Math.max(tokens, fixedTokens + Math.min(share, REPORT_IF_MISSED.ofReplaced * replaced));
  }
  const rooms = new Map<boolean, number>();
  /** Returns the tokens that are left for words of people beside what an attempt without them keeps. */
  const roomOf = async (attempt: Attempt): Promise<number> => {
    const known = attempt.keepsWords ? 0 : rooms.get(attempt.keepsAnswer);
    if (known !== undefined) return known;
    const wordless = await select({ ...attempt, directiveShare: 0 }, 0);
    const { tokens } = await candidatesOf(wordless, Infinity)(0);
    const room = Math.max(0, goal - tokens);
    rooms.set(attempt.keepsAnswer, room);
    return room;
  };
  for (const attempt of attempts) {
    if (isMissed && attempt.directiveShare < 1) break;
    signal?.throwIfAborted();
    const room = await roomOf(attempt);
    const selection = await select(attempt, room);
    if (!isMissed) least = selection;
    // Where words must be shortened to meet the target, they are worth more than lists of steps.
    const shortened = attempt.keepsWords ? [...STEP_LISTS, ACTIONS] : [ACTIONS];
    for (const { countedShare, maxShare } of isMissed ? STEP_LISTS : shortened) {
      const namedFrom = countedShare * tailStart;
      const candidates = candidatesOf(selection, namedFrom);
      const { tokens: bare } = await candidates(0);
      if (bare - fixedTokens > maxShare * (goal - fixedTokens)) continue;
      let found = await fit(selection, candidates);
      if (isUnfilled(found)) {
        const all = await select(attempt, room, Infinity);
        found = await fit(all, candidatesOf(all, namedFrom));
      }
      if (found.tokensAfter > goal) continue;
      if (attempt.keepsWords || isWorthwhile(found)) return found;
    }
  }
  const found = await decisionAt(least!, candidatesOf(least!, isMissed ? tailStart : Infinity), 0);
  return isWorthwhile(found) ? found : 'no-gain';
}

/**
 * If what stays unchanged is more than the target, the report takes what directives need, and at least these shares, the smaller of both, of what
 * stays unchanged and of what it replaces: to leave out more would gain little. An earlier report alone stays.
 */
const REPORT_IF_MISSED = { ofUnchanged: 0.2, ofReplaced: 0.5 };

/** Share of the target above which nothing more is looked for. */
const FILLED = 0.99;

/** Share of the tokens above which a record alone is not shortened at the cost of people's words. */
const WORTHWHILE = 0.8;

/** Only the actions are counted; all other steps of which no line is kept are left out. */
const ACTIONS = { countedShare: Infinity, maxShare: 1 };

/**
 * Ways to list steps of which no line is kept, in the order in which they are tried. The steps in the oldest `countedShare` of the history are only
 * counted, the others are named. What stays in any case takes at most `maxShare` of the record, so that lists leave room for lines.
 */
const STEP_LISTS = [
  { countedShare: 0, maxShare: 0.5 },
  { countedShare: 0.5, maxShare: 0.25 },
  { countedShare: 0.75, maxShare: 0.25 },
  { countedShare: 1, maxShare: 1 },
];
