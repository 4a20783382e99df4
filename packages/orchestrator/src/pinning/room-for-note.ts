import type { IContent, TokenEstimator } from '@palimpsest/core-types';
import { isDirectivesNote } from './directives-note.ts';

/** Of the target, what all notes of a history may have together; a new one has half of what is left of it. */
const SHARE_OF_NOTES = 0.5;

/** The first note may always have so much, however small the target. */
const LEAST_TOKENS = 200;

/** Most tokens a new note may have: a quarter of the target, less where notes stand already. They stay, and may not crowd out the rest. */
export async function roomForNote(
  history: readonly IContent[],
  targetTokens: number,
  estimateTokens: TokenEstimator,
): Promise<number> {
  const notes = history.filter(isDirectivesNote);
  const share = targetTokens * SHARE_OF_NOTES;
  if (notes.length === 0) return Math.max(LEAST_TOKENS, Math.floor(share / 2));
  return Math.max(0, Math.floor((share - (await estimateTokens(notes))) / 2));
}
