import type { IContent, TokenEstimator } from '@palimpsest/core-types';
import { DEMANDS_HEADING, makeTurnMarker } from '../../history/index.ts';
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
  const write = (count: number): IContent => {
    const rows = lost.slice(lost.length - count).map(({ row }) => row);
    return noteOf(rows, lost.length - count);
  };
  // Counted too: a turn marker may have to separate the note from a user message.
  const marker = makeTurnMarker();
  let fitting = 0;
  let most = lost.length;
  while (fitting < most) {
    const count = Math.ceil((fitting + most) / 2);
    if ((await estimateTokens([write(count), marker])) <= maxTokens) fitting = count;
    else most = count - 1;
  }
  if (fitting === 0) return undefined;
  const leftOut = lost.length - fitting;
  const sources = new Set(lost.slice(leftOut).flatMap((directive) => directive.sources));
  return { entry: write(fitting), sources: [...sources].toSorted((a, b) => a - b), leftOut };
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
