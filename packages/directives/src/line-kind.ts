const HEADING = /^\s{0,3}#{1,6}\s+(?=.*\p{L})(\S.*)$/u;
/** A line that is nothing but a title: bold, or in front of a colon. */
const TITLE =
  /^\s*(?:\*\*|__)?([^\s*_][^:：]{0,78})(?:\*\*|__)?\s?[:：](?:\*\*|__)?\s*$|^\s*(?:\*\*|__)([^*_]{1,78})(?:\*\*|__)\s*$/;

/** What a line is the title of, where it is one. */
export interface LineTitle {
  readonly text: string;
  /** Of Markdown, with number signs: it holds until the next one. */
  readonly isHeading: boolean;
}

/** Reads a heading, a bold line, or a line that ends in a colon. */
export function lineTitle(line: string): LineTitle | undefined {
  const heading = HEADING.exec(line)?.[1];
  if (heading !== undefined) {
    const text = heading.replace(/[\s:：#*_]{1,20}$/, '').replace(/^[*_]{1,4}/, '');
    return { text, isHeading: true };
  }
  const match = TITLE.exec(line);
  const text = (match?.[1] ?? match?.[2])?.trim();
  return text === undefined ? undefined : { text, isHeading: false };
}

/** How an item of a list begins: a dash, a bullet, a number, a letter, a sign. */
const LIST_ITEM =
  /^\s*(?:[-*+•·‣–]|\(?\d{1,3}[.)、:]|\(?[a-zA-Z][.)](?= )|[（(]?[一二三四五六七八九十]{1,2}[)）、.]|□|☐|✅|❌|🚫)(?=\s|[^\s\p{P}\p{N}\p{S}A-Za-z-])/u;

/** Whether a line begins an item of a list. */
export function isListItem(line: string): boolean {
  return LIST_ITEM.test(line);
}
