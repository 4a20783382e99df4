/** Tags in which models write reasoning. */
export const REASONING_TAGS = ['scratchpad', 'thinking', 'think', 'analysis'] as const;

const TAG = new RegExp(`<(/?)(${REASONING_TAGS.join('|')})(?:\\s[^<>]{0,200})?>`, 'gi');

/**
 * Returns a response without its reasoning: the content of `<scratchpad>`, `<thinking>`, `<analysis>` and `<think>`, and everything before
 * an unmatched end tag. An unclosed tag means that the response was truncated: nothing is left.
 */
export function stripScratchpad(answer: string): string {
  let kept = '';
  let from = 0;
  let open: string | undefined;
  for (const { 0: tag, 1: slash, 2: name, index } of answer.matchAll(TAG)) {
    const isEnd = slash === '/';
    const kind = name!.toLowerCase();
    if (open === undefined) {
      if (isEnd) kept = '';
      else {
        kept += answer.slice(from, index);
        open = kind;
      }
    } else if (isEnd && kind === open) open = undefined;
    from = index + tag.length;
  }
  return open === undefined ? (kept + answer.slice(from)).trim() : '';
}
