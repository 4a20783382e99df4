import type { Attempt } from './attempts.ts';

/** Maximum tokens of what stays of the words of people that a record may shorten. Each limit includes what the limits before it allowed. */
export interface WordLimits {
  readonly directives: number;
  /** With the start of the first request. */
  readonly beginning: number;
  /** Additional tokens for what the newest request asks for, before statements. */
  readonly excerpts: number;
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
/** Maximum share of the target for what the newest request asks for. */
const EXCERPT_SHARE = 0.2;
/** Maximum share of the target for all sentences of people. */
const SENTENCE_SHARE = 0.35;
/**
 * Tokens that directives may have in any case, 8 to 20 sentences, and those of long texts in addition to them: losing a directive costs more than
 * missing a target that leaves less.
 */
const LEAST = { directives: 200, longTexts: 50 };
/** The same if the target is missed without any words of people: to leave out directives would gain nothing. */
const LEAST_IF_MISSED = { directives: 1_000, longTexts: 500 };

/**
 * Returns the limits of an attempt.
 *
 * @param room tokens that are left for words of people beside what the attempt keeps without them; 0 if the target is missed even then
 */
export function limitWords(
  { keepsWords, keepsAnswer, directiveShare: share }: Attempt,
  targetTokens: number,
  room: number,
): WordLimits {
  if (share === 0)
    return { directives: 0, beginning: 0, excerpts: 0, demands: 0, sentences: 0, longTexts: 0 };
  const least = !keepsWords && room === 0 ? LEAST_IF_MISSED : LEAST;
  const half = DEMAND_SHARE * targetTokens;
  /** Whether directives have all the room that there is: nothing else is chosen. */
  const fillsRoom = !keepsAnswer && room > 0;
  const fromRoom = ROOM_SHARE * room;
  const words = keepsWords ? half : fillsRoom ? fromRoom : Math.max(half, fromRoom);
  const directives = Math.max(least.directives, share * words);
  return {
    directives,
    beginning: fillsRoom || share < 1 ? directives : Number.POSITIVE_INFINITY,
    excerpts: EXCERPT_SHARE * targetTokens,
    demands: share * words,
    sentences: share < 1 ? 0 : SENTENCE_SHARE * targetTokens,
    longTexts: least.longTexts,
  };
}
