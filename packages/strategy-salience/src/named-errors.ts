import type { Span } from '@palimpsest/text';
import type { TextLine } from './text-lines.ts';

/** JSON members that name an error, unless they are empty. */
const MEMBERS = [/"error"\s*:\s*(?:"(?!")|\{(?!\s*\}))/, /"stderr"\s*:\s*"(?!")/] as const;

/** Maximum length of one such member that stays, in UTF-16 units: its name and one line. */
const MEMBER_LENGTH = 220;

/** Maximum length of a line reduced to its beginning and such members, in UTF-16 units. */
const CUT_LINE = 1_400;

/** Returns the positions of error members in a JSON text on one line. */
export function namedErrors(line: TextLine): readonly Span[] {
  // A line that was reduced before would be split differently.
  const isCut = line.text.length <= CUT_LINE && line.text.includes('…');
  return MEMBERS.flatMap((member) => {
    const index = member.exec(line.text)?.index;
    if (index === undefined) return [];
    const start = line.start + index;
    return isCut ? line : { start, end: start + MEMBER_LENGTH };
  });
}

/** The same members in JSON over several lines. The message of an error record stays if it starts within 400 UTF-16 units. */
const MEMBERS_OF_LINES = [
  /"error"\s*:\s*(?:\{[^{}]{0,400}?"message"\s*:\s*)?"(?!")/g,
  /"stderr"\s*:\s*"(?!")/g,
] as const;

/** Returns the positions of the first error members in JSON over several lines, each up to its line's end or `readable` UTF-16 units. */
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
