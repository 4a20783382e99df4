import type { Span } from '@palimpsest/text';
import type { TextLine } from './text-lines.ts';

/** Members by which JSON names an error, unless they are empty. */
const MEMBERS = [/"error"\s*:\s*(?:"(?!")|\{(?!\s*\}))/, /"stderr"\s*:\s*"(?!")/] as const;

/** So much of one stays, in UTF-16 units: its name, and an error of a line. */
const MEMBER_LENGTH = 220;

/** A line of which nothing but its beginning and such members is left is no longer than this, in UTF-16 units. */
const CUT_LINE = 1_400;

/** Returns where a JSON text on one line names its errors, wherever in it that is. */
export function namedErrors(line: TextLine): readonly Span[] {
  // What is left of a line would be read in other pieces the next time.
  const isCut = line.text.length <= CUT_LINE && line.text.includes('…');
  return MEMBERS.flatMap((member) => {
    const index = member.exec(line.text)?.index;
    if (index === undefined) return [];
    const start = line.start + index;
    return isCut ? line : { start, end: start + MEMBER_LENGTH };
  });
}
