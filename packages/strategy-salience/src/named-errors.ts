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

/** The same members in JSON over several lines. Of a record the message says what went wrong; it stands within 400 UTF-16 units. */
const MEMBERS_OF_LINES = [
  /"error"\s*:\s*(?:\{[^{}]{0,400}?"message"\s*:\s*)?"(?!")/g,
  /"stderr"\s*:\s*"(?!")/g,
] as const;

/** Returns where JSON over several lines names its errors first, each up to the end of a line or `readable` UTF-16 units. */
export function namedErrorsOfLines(
  source: string,
  from: number,
  readable: number,
): readonly Span[] {
  return MEMBERS_OF_LINES.flatMap((member) => {
    member.lastIndex = from;
    const start = member.exec(source)?.index;
    if (start === undefined) return [];
    const lineBreak = source.indexOf('\n', member.lastIndex);
    const lineEnd = lineBreak < 0 ? source.length : lineBreak;
    return { start, end: Math.min(lineEnd, member.lastIndex + readable) };
  });
}
