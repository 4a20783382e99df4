import { runInSlices, type NoopReason } from '@palimpsest/core-types';
import {
  expandToWholeExchanges,
  findCarriedMedia,
  isGapMarker,
  isRecordEntry,
  MEDIA_SHARE,
  type EditPlan,
} from '@palimpsest/engine/history';
import type { StrategyInput } from '@palimpsest/engine';
import { DIRECTIVES, type Attempt } from './record/attempts.ts';
import type { Piece } from './record/pieces.ts';
import { createReportWriter, type Draft, type Report } from './record/report-writer.ts';
import { selectLines, type Selection, type SelectionInput } from './record/select-lines.ts';
import { limitWords } from './record/word-limits.ts';

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

/** Why a history stays as it is. */
export type Unchanged = Extract<NoopReason, 'tail-covers-all' | 'nothing-removable' | 'no-gain'>;

/** What decisions with different tails have in common. */
export interface Common {
  readonly given: StrategyInput;
  readonly saysFollowing: boolean;
  readonly input: Omit<SelectionInput, 'availableTokens' | 'limits' | 'isRecorded'>;
}

/** Decides with a tail. Pictures and documents of people take at least their share of the target, and what the texts leave of it. */
export async function decideForTail(
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
  const { pieces, replaced } = shared;
  const whole = expandToWholeExchanges(index, tailStart, (at) => given.isProtected(history[at]!));
  const isRecorded = history.map((_, at) => at < tailStart && !whole.has(at));
  if (!isRecorded.includes(true)) return 'nothing-removable';
  const carried = await findCarriedMedia({ history, isRecorded }, mediaTokens, estimateTokens);
  const material = { given, pieces, replaced, isRecorded, carried, saysFollowing };
  const { fixedTokens, tokensOf, write, fit } = await createReportWriter(material);
  const isMissed = fixedTokens >= targetTokens;
  /** What the report and all else may take together. */
  let goal = targetTokens;

  const select = (
    attempt: Attempt,
    room: number,
    { overshoot, wordTokens = goal }: { overshoot?: number; wordTokens?: number } = {},
  ): Promise<Selection> => {
    const limits = limitWords(attempt, wordTokens, room);
    const availableTokens = goal - fixedTokens;
    const input = { ...shared, isRecorded, targetTokens: goal, availableTokens, limits };
    return runInSlices(selectLines(input, attempt, overshoot), given.yieldToEventLoop);
  };
  /** Whether nothing but an earlier record is left to shorten. */
  const isSettled = history.every(
    (entry, at) => !isRecorded[at] || isRecordEntry(entry) || isGapMarker(entry),
  );
  const decisionOf = ({ selection }: Draft, report: Report): SalienceDecision => ({
    ...report,
    tailStart,
    pieces,
    isRecorded,
    selection,
  });
  /** Otherwise each compression would shorten people's words in a record a little more. */
  const isWorthwhile = ({ tokensAfter }: Report): boolean =>
    !isSettled || tokensAfter <= WORTHWHILE * tokensBefore;

  if (isMissed) {
    const least = { selection: await select(DIRECTIVES, 0), namedFrom: tailStart };
    const replacedTokens = tokensBefore - fixedTokens;
    const share = REPORT_IF_MISSED.ofUnchanged * fixedTokens;
    if (isSettled && replacedTokens <= share) return 'no-gain';
    const report = Math.min(share, REPORT_IF_MISSED.ofReplaced * replacedTokens);
    goal = Math.max(await tokensOf(least, 0), fixedTokens + report);
  }
  const rooms = new Map<boolean, number>();
  /** Returns the tokens that are left for words of people beside what an attempt without them keeps. */
  const roomOf = async (attempt: Attempt): Promise<number> => {
    const known = attempt.keepsWords ? 0 : rooms.get(attempt.keepsAnswer);
    if (known !== undefined) return known;
    const selection = await select({ ...attempt, directiveShare: 0 }, 0);
    const room = Math.max(0, goal - (await tokensOf({ selection, namedFrom: Infinity }, 0)));
    rooms.set(attempt.keepsAnswer, room);
    return room;
  };
  /** What stays if no attempt fits: what the last one keeps in any case. */
  let least: Draft | undefined;
  for (const attempt of attempts) {
    if (isMissed && attempt.directiveShare < 1) break;
    given.context.signal?.throwIfAborted();
    const room = await roomOf(attempt);
    const selection = await select(attempt, room);
    least = { selection, namedFrom: Infinity };
    // Where words must be shortened to meet the target, they are worth more than lists of steps.
    const shortened = attempt.keepsWords ? [...STEP_LISTS, ACTIONS] : [ACTIONS];
    for (const { countedShare, maxShare } of isMissed ? STEP_LISTS : shortened) {
      let draft = { selection, namedFrom: countedShare * tailStart };
      if ((await tokensOf(draft, 0)) - fixedTokens > maxShare * (goal - fixedTokens)) continue;
      let found = await fit(draft, goal);
      // More units would fit than were ranked: the ranking estimates their cost by that of prose.
      const isAll = found.selectedCount === selection.ranking.order.length;
      if (isAll && found.tokensAfter < FILLED * goal) {
        draft = { ...draft, selection: await select(attempt, room, { overshoot: Infinity }) };
        found = await fit(draft, goal);
      }
      if (found.tokensAfter > goal) continue;
      if (attempt.keepsWords || isWorthwhile(found)) return decisionOf(draft, found);
    }
  }
  if (isMissed) {
    const selection = await select(DIRECTIVES, 0, { wordTokens: targetTokens });
    least = { selection, namedFrom: tailStart };
  }
  const found = isMissed ? await fit(least!, goal) : await write(least!, 0);
  return isWorthwhile(found) ? decisionOf(least!, found) : 'no-gain';
}

/**
 * If what stays unchanged exceeds the target, no report meets it, and a very short one would gain little. The report may then take the first share,
 * of what stays unchanged, but at most the second, of what it replaces; and always what directives need. An earlier report alone stays.
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
