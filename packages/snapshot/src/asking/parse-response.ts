import { withoutThoughts } from './without-thoughts.ts';

/** What a model wrote, without what it wrote for itself. */
export interface ParsedResponse {
  readonly text: string;
  /** It opened the snapshot and never closed it: cut off, mostly by a limit on its length. */
  readonly isTruncated: boolean;
}

const TAG = /<(\/?)state_snapshot>/g;

/**
 * The snapshot in an answer: what stands in the last pair of its tags, else all of it (a summary without tags is accepted, host contract).
 * Thinking aloud goes (D12), and so do further tags of the frame within.
 */
export function parseResponse(answer: string): ParsedResponse {
  const said = withoutThoughts(answer);
  const { start, end, isTruncated } = lastSnapshot(said);
  return { text: withoutTags(said.slice(start, end)).trim().toWellFormed(), isTruncated };
}

/** A text without tags of the frame. What stood on both sides of one makes no other. */
export function withoutTags(text: string): string {
  return text.replace(TAG, ' ');
}

/**
 * Reads the tags backward from the last closing one, so that a pair within a snapshot does not end it. Of several opening ones the first
 * counts: where a model quotes one, what it wrote before would be lost.
 */
function lastSnapshot(said: string): { start: number; end: number; isTruncated: boolean } {
  const tags = [...said.matchAll(TAG)];
  const last = tags.findLastIndex(([, slash]) => slash !== '');
  let start: number | undefined;
  for (let at = last < 0 ? tags.length - 1 : last, depth = 0; at >= 0; at -= 1) {
    const { 0: tag, 1: slash, index } = tags[at]!;
    if (slash === '') start = index + tag.length;
    else if (depth <= 0 && at !== last) break;
    depth += slash === '' ? -1 : 1;
  }
  return {
    start: start ?? 0,
    end: last < 0 ? said.length : tags[last]!.index,
    isTruncated: last < 0 && start !== undefined,
  };
}
