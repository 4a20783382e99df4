/** Names of tags in which models think aloud. */
export const REASONING_TAGS = ['scratchpad', 'thinking', 'think', 'analysis'] as const;

const TAG = new RegExp(`<(/?)(${REASONING_TAGS.join('|')})(?:\\s[^<>]{0,200})?>`, 'gi');

/**
 * What a model answers without what it wrote for itself: everything in `<scratchpad>`, `<thinking>`, `<analysis>` and `<think>`, and
 * everything before an end tag that nothing opens. Where such a part never ends there is no answer: the model was cut off while it
 * thought.
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
