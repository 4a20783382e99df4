import type { IContent, TokenEstimator } from '@palimpsest/core-types';
import { DEMANDS_HEADING, makeTurnMarker } from '@palimpsest/history';
import type { LostDirective } from './lost-directives.ts';

const REASON = 'kept-directives';

/** Returns whether an entry is a generated directives note. Its metadata decides, because anyone can type the text. */
export function isDirectivesNote({ speaker, metadata }: IContent): boolean {
  return speaker === 'human' && metadata?.synthetic === true && metadata.reason === REASON;
}

/** Returns whether an entry is a directives note, or every line of it reads like one: formats drop metadata. */
function looksLikeNote(entry: IContent): boolean {
  if (isDirectivesNote(entry)) return true;
  const [block] = entry.blocks;
  if (entry.speaker !== 'human' || entry.blocks.length !== 1 || block?.type !== 'text')
    return false;
  if (!block.text.startsWith(DEMANDS_HEADING)) return false;
  const [heading, ...rows] = block.text.split('\n');
  return heading === DEMANDS_HEADING && rows.length > 0 && rows.every((row) => ROW.test(row));
}

const ROW = /^(?:- |… and \d+ more$)/;

/** A directives note, and the number of directives it omits. */
interface WrittenNote {
  readonly entry: IContent;
  /** Indices of the messages it quotes, ascending. */
  readonly sources: readonly number[];
  readonly leftOut: number;
}

/** Returns a note of as many directives as fit into `maxTokens`, the newest first; `undefined` if none fits. */
export async function writeNote(
  lost: readonly LostDirective[],
  maxTokens: number,
  estimateTokens: TokenEstimator,
): Promise<WrittenNote | undefined> {
  // Counted too: a turn marker may have to separate the note from a user message.
  const marker = makeTurnMarker();
  const write = async (count: number): Promise<WrittenNote | undefined> => {
    const kept = lost.slice(lost.length - count);
    const leftOut = lost.length - count;
    const entry = noteOf(
      kept.map(({ row }) => row),
      leftOut,
    );
    if ((await estimateTokens([entry, marker])) > maxTokens) return undefined;
    const sources = new Set(kept.flatMap((directive) => directive.sources));
    return { entry, sources: [...sources].toSorted((a, b) => a - b), leftOut };
  };
  let written: WrittenNote | undefined;
  let fitting = 0;
  let tooMany = lost.length + 1;
  // Doubles, then bisects: no text much longer than the note is ever counted.
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

/** Share of the target that all notes of a history may have together. A new note gets half of what is left of it. */
const SHARE_OF_NOTES = 0.5;

/** Tokens that all notes together may always have, about 40 sentences: losing a directive costs more than missing a small target. */
const MIN_TOKENS = 1_000;

interface NoteBudget {
  /** Maximum tokens of a new note. */
  readonly tokens: number;
  /** Existing notes, to be kept. */
  readonly notes: ReadonlySet<IContent>;
}

/**
 * Returns the budget of a new note: (L − tokens of existing notes) / 2, where L = max(1,000, target / 2) bounds all notes together. So each note
 * leaves room for the next one.
 *
 * Formats drop metadata, so entries that only read like a note are kept too, unless all notes then exceed that bound: anyone can type one.
 */
export async function measureNoteBudget(
  history: readonly IContent[],
  targetTokens: number,
  estimateTokens: TokenEstimator,
): Promise<NoteBudget> {
  const maxTokens = Math.max(MIN_TOKENS, targetTokens * SHARE_OF_NOTES);
  const tokensOf = async (entries: readonly IContent[]): Promise<number> =>
    entries.length === 0 ? 0 : await estimateTokens(entries);
  let notes = history.filter(looksLikeNote);
  let usedTokens = await tokensOf(notes);
  if (usedTokens > maxTokens) {
    notes = notes.filter(isDirectivesNote);
    usedTokens = await tokensOf(notes);
  }
  return { tokens: Math.max(0, Math.floor((maxTokens - usedTokens) / 2)), notes: new Set(notes) };
}
