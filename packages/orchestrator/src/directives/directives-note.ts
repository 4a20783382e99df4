import type { IContent, TokenEstimator } from '@palimpsest/core-types';
import { DEMANDS_HEADING, makeTurnMark } from '@palimpsest/history';
import type { LostDirective } from './lost-directives.ts';

const REASON = 'kept-directives';

/** Whether an entry is a note of demands that we made: by its metadata, which no text can give it. */
export function isDirectivesNote({ speaker, metadata }: IContent): boolean {
  return speaker === 'human' && metadata?.synthetic === true && metadata.reason === REASON;
}

/** Whether an entry is such a note, or reads as one from the first line to the last: formats forget metadata. */
function looksLikeNote(entry: IContent): boolean {
  if (isDirectivesNote(entry)) return true;
  const [block] = entry.blocks;
  if (entry.speaker !== 'human' || entry.blocks.length !== 1 || block?.type !== 'text')
    return false;
  const [heading, ...rows] = block.text.split('\n');
  return heading === DEMANDS_HEADING && rows.length > 0 && rows.every((row) => ROW.test(row));
}

const ROW = /^(?:- |… and \d+ more$)/;

/** A note, and what it did not have room for. */
interface WrittenNote {
  readonly entry: IContent;
  /** Indices of the messages it quotes, ascending. */
  readonly sources: readonly number[];
  readonly leftOut: number;
}

/** A note of as many demands as there is room for, the newest first to get in; `undefined` where there is room for none. */
export async function writeNote(
  lost: readonly LostDirective[],
  maxTokens: number,
  estimateTokens: TokenEstimator,
): Promise<WrittenNote | undefined> {
  // One may have to part the note from a user message.
  const mark = makeTurnMark();
  const write = async (count: number): Promise<WrittenNote | undefined> => {
    const kept = lost.slice(lost.length - count);
    const leftOut = lost.length - count;
    const entry = noteOf(
      kept.map(({ row }) => row),
      leftOut,
    );
    if ((await estimateTokens([entry, mark])) > maxTokens) return undefined;
    const sources = new Set(kept.flatMap((demand) => demand.sources));
    return { entry, sources: [...sources].toSorted((a, b) => a - b), leftOut };
  };
  let written: WrittenNote | undefined;
  let fitting = 0;
  let tooMany = lost.length + 1;
  // Doubled until it is too much, so that nothing much longer than the note is ever counted.
  for (let count = 1; fitting + 1 < tooMany;) {
    const note = await write(count);
    if (note === undefined) tooMany = count;
    else {
      written = note;
      fitting = count;
    }
    count =
      tooMany > lost.length
        ? Math.min(lost.length, fitting * 2)
        : Math.floor((fitting + tooMany) / 2);
  }
  return written;
}

function noteOf(rows: readonly string[], leftOut: number): IContent {
  const lines = [DEMANDS_HEADING, ...rows.map((row) => `- ${row}`)];
  if (leftOut > 0) lines.push(`… and ${leftOut} more`);
  return {
    speaker: 'human',
    blocks: [{ type: 'text', text: lines.join('\n') }],
    metadata: { synthetic: true, pinned: true, reason: REASON },
  };
}

/** Of the target, what all notes of a history may have together; a new one has half of what is left of it. */
const SHARE_OF_NOTES = 0.5;

/** Tokens that all notes may always have together, about forty sentences: to lose one of them costs more than to miss a small target. */
const LEAST_TOKENS = 1_000;

interface NoteBudget {
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
export async function measureNoteBudget(
  history: readonly IContent[],
  targetTokens: number,
  estimateTokens: TokenEstimator,
): Promise<NoteBudget> {
  const most = Math.max(LEAST_TOKENS, targetTokens * SHARE_OF_NOTES);
  const tokensOf = async (entries: readonly IContent[]): Promise<number> =>
    entries.length === 0 ? 0 : await estimateTokens(entries);
  let notes = history.filter(looksLikeNote);
  let taken = await tokensOf(notes);
  if (taken > most) {
    notes = notes.filter(isDirectivesNote);
    taken = await tokensOf(notes);
  }
  return { tokens: Math.max(0, Math.floor((most - taken) / 2)), notes: new Set(notes) };
}
