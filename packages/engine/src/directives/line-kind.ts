const HEADING = /^\s{0,3}#{1,6}\s+(?=.*\p{L})(\S.*)$/u;
/** A line that is only a title: bold, or with a colon at its end. */
const TITLE =
  /^\s*(?:\*\*|__)?([^\s*_][^:：]{0,78})(?:\*\*|__)?\s?[:：](?:\*\*|__)?\s*$|^\s*(?:\*\*|__)([^*_]{1,78})(?:\*\*|__)\s*$/;

/** What every title has. Most lines have none of it. */
const IN_TITLE = /[#:：]|\*\*|__/;

/** A title that is a whole line. */
export interface LineTitle {
  readonly text: string;
  /** Whether it is a Markdown heading, which holds until the next one. */
  readonly isHeading: boolean;
}

/** Parses a heading, a bold line, or a line that ends in a colon. */
export function parseTitle(line: string): LineTitle | undefined {
  if (!IN_TITLE.test(line)) return undefined;
  const heading = HEADING.exec(line)?.[1];
  if (heading !== undefined) {
    const text = heading.replace(/[\s:：#*_]{1,20}$/, '').replace(/^[*_]{1,4}/, '');
    return { text, isHeading: true };
  }
  const match = TITLE.exec(line);
  const text = (match?.[1] ?? match?.[2])?.trim();
  return text === undefined ? undefined : { text, isHeading: false };
}

/** Start of a list item: a dash, bullet, number, letter or sign. */
const LIST_ITEM =
  /^\s*(?:[-*+•·‣–]|\(?\d{1,3}[.)、:]|\(?[a-zA-Z][.)](?= )|[（(]?[一二三四五六七八九十]{1,2}[)）、.]|□|☐|✅|❌|🚫)(?=\s|[^\s\p{P}\p{N}\p{S}A-Za-z-])/u;

export function isListItem(line: string): boolean {
  return LIST_ITEM.test(line);
}
