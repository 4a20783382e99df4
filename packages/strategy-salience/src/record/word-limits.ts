import type { Attempt } from './attempts.ts';

/** Tokens that are left for the words of people if nothing else of an attempt is chosen. */
export interface WordRoom {
  /** If the lists of steps name their objects. */
  readonly besideSteps: number;
  /** If the lists of steps are as short as possible; 0 if the target is missed even then. */
  readonly most: number;
}

/** Maximum tokens of what stays of the words of people that a record may shorten. Each limit includes what the limits before it allowed. */
export interface WordLimits {
  readonly directives: number;
  /** With the start of the first request. */
  readonly beginning: number;
  /** With statements, the first and the last sentence of each text, and directives of long texts. */
  readonly demands: number;
  /** With all sentences, also of texts that stay whole. */
  readonly sentences: number;
  /** Tokens that directives of long texts may have in any case. */
  readonly longTexts: number;
}

/** Maximum share of the target for what people demanded and stated. */
const DEMAND_SHARE = 0.5;
/** Their maximum share of the room, if nothing but words stays: estimates are not exact. */
const ROOM_SHARE = 0.97;
/** Maximum share of the target for all sentences of people. */
const SENTENCE_SHARE = 0.35;
/**
 * Tokens that directives may have in any case, 8 to 20 sentences, and those of long texts in addition to them: losing a directive costs more than
 * missing a target that leaves less.
 */
const LEAST = { directives: 200, longTexts: 50 };
/** The same if the target is missed without any words of people: to leave out directives would gain nothing. */
const LEAST_IF_MISSED = { directives: 1_000, longTexts: 500 };

/** Returns the limits of an attempt. */
export function limitWords(
  { keepsWords, keepsAnswer, directiveShare: share }: Attempt,
  targetTokens: number,
  { besideSteps, most }: WordRoom,
): WordLimits {
  if (share === 0) return { directives: 0, beginning: 0, demands: 0, sentences: 0, longTexts: 0 };
  const least = !keepsWords && most === 0 ? LEAST_IF_MISSED : LEAST;
  const half = DEMAND_SHARE * targetTokens;
  const usual = keepsWords ? half : Math.max(half, ROOM_SHARE * besideSteps);
  /** Whether directives have all the room that there is: they are worth more than lists of steps. */
  const fillsRoom = !keepsAnswer && most > 0;
  const directives = Math.max(least.directives, share * (fillsRoom ? ROOM_SHARE * most : usual));
  return {
    directives,
    beginning: fillsRoom || share < 1 ? directives : Number.POSITIVE_INFINITY,
    demands: share * (fillsRoom ? Math.max(DEMAND_SHARE * most, ROOM_SHARE * besideSteps) : usual),
    sentences: share < 1 ? 0 : SENTENCE_SHARE * targetTokens,
    longTexts: least.longTexts,
  };
}
