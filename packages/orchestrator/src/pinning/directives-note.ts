import type { IContent, TokenEstimator } from '@palimpsest/core-types';
import { DEMANDS_HEADING, makeTurnMark } from '@palimpsest/history';
import type { LostDemand } from './lost-demands.ts';

const REASON = 'kept-directives';

/** Whether an entry is a note of demands that we made: by its metadata, which no text can give it. */
export function isDirectivesNote({ speaker, metadata }: IContent): boolean {
  return speaker === 'human' && metadata?.synthetic === true && metadata.reason === REASON;
}

/** Whether an entry is such a note, or reads as one from the first line to the last: formats forget metadata. */
export function readsAsNote(entry: IContent): boolean {
  if (isDirectivesNote(entry)) return true;
  const [block] = entry.blocks;
  if (entry.speaker !== 'human' || entry.blocks.length !== 1 || block?.type !== 'text')
    return false;
  const [heading, ...rows] = block.text.split('\n');
  return heading === DEMANDS_HEADING && rows.length > 0 && rows.every((row) => ROW.test(row));
}

const ROW = /^(?:- |… and \d+ more$)/;

/** A note, and what it did not have room for. */
export interface WrittenNote {
  readonly entry: IContent;
  /** Indices of the messages it quotes, ascending. */
  readonly sources: readonly number[];
  readonly leftOut: number;
}

/** A note of as many demands as there is room for, the newest first to get in; `undefined` where there is room for none. */
export async function writeNote(
  lost: readonly LostDemand[],
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
