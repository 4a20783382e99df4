import {
  explainUnit,
  START,
  END,
  UNIT_SIZE,
  type Role,
  type UnitReason,
} from '@palimpsest/salience';
import type { SalienceDecision } from './decide.ts';
import type { ReadingMemory } from './reading-memory.ts';

/** A line, or a member of JSON, that is kept of an entry. */
export interface KeptLine {
  readonly text: string;
  /** Why it was chosen; absent for what stays in any case. */
  readonly reason?: UnitReason;
}

/** What is kept of one text of an entry that was reduced. */
export interface ExplainedText {
  /** Index of its block. */
  readonly block: number;
  readonly role: Role;
  /** Units it has, kept or not. */
  readonly of: number;
  readonly lines: readonly KeptLine[];
}

/** An entry of the history that may be reduced. */
export interface ExplainedEntry {
  /** Index in the history after its repair. */
  readonly index: number;
  readonly texts: readonly ExplainedText[];
}

/** What was kept of everything that may be reduced, and why. */
export interface Explanation {
  /** Index of the first entry of the tail, which stays whole. */
  readonly boundary: number;
  readonly entries: readonly ExplainedEntry[];
}

/** Says of a decision what is kept of each entry, and why. */
export function explainDecision(
  { boundary, selection, taken }: SalienceDecision,
  { reader }: ReadingMemory,
): Explanation {
  const { ranking, draft, open } = selection;
  const entries = open.map(({ index, parts }) => ({
    index,
    texts: parts.map(({ block, role, reading, passage }): ExplainedText => {
      const first = ranking.board.firstUnit[passage]!;
      const lines: KeptLine[] = [];
      for (let unit = 0; unit < reading.count; unit += 1) {
        if (!draft.isKept(first + unit, taken)) continue;
        const at = unit * UNIT_SIZE;
        const text = reading.source.slice(reading.units[at + START], reading.units[at + END]);
        const reason = explainUnit(ranking, reader.vocabulary, first + unit);
        lines.push(reason === undefined ? { text } : { text, reason });
      }
      return { block, role, of: reading.count, lines };
    }),
  }));
  return { boundary, entries };
}
