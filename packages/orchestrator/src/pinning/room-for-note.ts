import type { IContent, TokenEstimator } from '@palimpsest/core-types';
import { isDirectivesNote } from './directives-note.ts';

/** Of the target, what all notes of a history may have together; a new one has half of what is left of it. */
const SHARE_OF_NOTES = 0.5;

/** Tokens that all notes may always have together, about forty sentences: to lose one of them costs more than to miss a small target. */
const LEAST_TOKENS = 1_000;

/**
 * Returns the most tokens that a new note may have: half of what the notes that stand already leave of half of the target, or of 1,000
 * tokens where that is more. So every note leaves room for the next one, and all notes together are bounded, however much people demand.
 */
export async function roomForNote(
  history: readonly IContent[],
  targetTokens: number,
  estimateTokens: TokenEstimator,
): Promise<number> {
  const notes = history.filter(isDirectivesNote);
  const taken = notes.length === 0 ? 0 : await estimateTokens(notes);
  const left = Math.max(LEAST_TOKENS, targetTokens * SHARE_OF_NOTES) - taken;
  return Math.max(0, Math.floor(left / 2));
}
