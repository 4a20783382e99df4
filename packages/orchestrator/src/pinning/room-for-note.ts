import type { IContent, TokenEstimator } from '@palimpsest/core-types';
import { isDirectivesNote, readsAsNote } from './directives-note.ts';

/** Of the target, what all notes of a history may have together; a new one has half of what is left of it. */
const SHARE_OF_NOTES = 0.5;

/** Tokens that all notes may always have together, about forty sentences: to lose one of them costs more than to miss a small target. */
const LEAST_TOKENS = 1_000;

export interface RoomForNote {
  /** Most tokens that a new note may have. */
  readonly tokens: number;
  /** Notes that stand already and stay. */
  readonly notes: ReadonlySet<IContent>;
}

/**
 * Returns the room of a new note: half of what the notes that stand already leave of half of the target, or of 1,000
 * tokens where that is more. So every note leaves room for the next one, and all notes together are bounded, however much people demand.
 *
 * Formats drop metadata, so an entry that only reads as a note stays as well, while all of them keep within that bound: anybody can type it.
 */
export async function roomForNote(
  history: readonly IContent[],
  targetTokens: number,
  estimateTokens: TokenEstimator,
): Promise<RoomForNote> {
  const most = Math.max(LEAST_TOKENS, targetTokens * SHARE_OF_NOTES);
  const tokensOf = async (entries: readonly IContent[]): Promise<number> =>
    entries.length === 0 ? 0 : await estimateTokens(entries);
  let notes = history.filter(readsAsNote);
  let taken = await tokensOf(notes);
  if (taken > most) {
    notes = notes.filter(isDirectivesNote);
    taken = await tokensOf(notes);
  }
  return { tokens: Math.max(0, Math.floor((most - taken) / 2)), notes: new Set(notes) };
}
