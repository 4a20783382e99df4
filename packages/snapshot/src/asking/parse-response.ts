import { withoutThoughts } from './without-thoughts.ts';

/** The snapshot text of a response, without the model's reasoning. */
export interface ParsedResponse {
  readonly text: string;
  /** Whether the closing tag is missing, usually because of a length limit. */
  readonly isTruncated: boolean;
}

const TAG = /<(\/?)state_snapshot>/g;

/**
 * Returns the text between the last pair of snapshot tags; the whole response if there is none (host contract). Removes tagged reasoning (D12)
 * and snapshot tags within the text.
 */
export function parseResponse(answer: string): ParsedResponse {
  const said = withoutThoughts(answer);
  const { start, end, isTruncated } = lastSnapshot(said);
  return { text: withoutTags(said.slice(start, end)).trim().toWellFormed(), isTruncated };
}

/** Replaces snapshot tags by spaces, so that the text around a tag cannot form another. */
export function withoutTags(text: string): string {
  return text.replace(TAG, ' ');
}

/**
 * Finds the last snapshot. Reads the tags backward from the last closing one, so that a nested pair does not end it. Of several opening tags
 * the first counts: otherwise a tag that the model quotes would remove the text before it.
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
