/** How an item of a list begins: a dash, a bullet, a number, a letter, a sign. */
const LIST_ITEM =
  /^\s*(?:[-*+•·‣–]|\(?\d{1,3}[.)、:]|\(?[a-zA-Z][.)](?= )|[（(]?[一二三四五六七八九十]{1,2}[)）、.]|□|☐|✅|❌|🚫)(?=\s|[^\s\p{P}\p{N}\p{S}A-Za-z-])/u;

/** Whether a line begins an item of a list. */
export function isListItem(line: string): boolean {
  return LIST_ITEM.test(line);
}
