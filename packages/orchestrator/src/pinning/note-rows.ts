import { FORCE_WORDS, type DirectiveForce } from '@palimpsest/directives';

const FORCES = new Map(
  Object.entries(FORCE_WORDS).map(([force, words]) => [words, force as DirectiveForce]),
);

/** Marks of lists and forces at the beginning of a line, as notes, snapshots and people write them. */
const MARK = new RegExp(
  `^\\s*(?:(?:[-*+•·‣–]|\\(?\\d{1,3}[.)])\\s+|\\((${Object.values(FORCE_WORDS).join('|')})\\)\\s+)`,
);

/** Marks that may stand before one another: a list's, a force's, and again a list's. */
const MOST_MARKS = 4;

/** A demand with its force in front. */
export function writeRow(text: string, force: DirectiveForce): string {
  return `(${FORCE_WORDS[force]}) ${text}`;
}

/** What a line says without the marks at its beginning, and the first force they name. */
export function readRow(line: string): {
  readonly force: DirectiveForce | undefined;
  readonly text: string;
} {
  let rest = line;
  let force: DirectiveForce | undefined;
  for (let marks = 0; marks < MOST_MARKS; marks += 1) {
    const match = MARK.exec(rest);
    if (match === null) break;
    rest = rest.slice(match[0].length);
    force ??= FORCES.get(match[1] ?? '');
  }
  return { force, text: rest.trim() };
}
