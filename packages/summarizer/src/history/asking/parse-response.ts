/** The snapshot text of a response, without the model's reasoning. */
export interface ParsedResponse {
  readonly text: string;
  /** Whether the closing tag is missing, usually because of a length limit. */
  readonly isTruncated: boolean;
}

const OPEN = '<state_snapshot>';
const CLOSE = '</state_snapshot>';
const TAG = /<(\/?)state_snapshot>/g;

/**
 * Returns the text of the last snapshot in a response; the whole response if it has none. Removes tagged reasoning, and snapshot tags within
 * the text.
 */
export function parseResponse(response: string): ParsedResponse {
  const { text, isTruncated } = lastSnapshot(withoutReasoning(response));
  return { text: withoutTags(text).trim().toWellFormed(), isTruncated };
}

/** Replaces snapshot tags by spaces, so that the text around a tag cannot form another. */
export function withoutTags(text: string): string {
  return text.replace(TAG, ' ');
}

/**
 * Finds the last snapshot. Reads the tags backward from the last closing one, so that a nested pair does not end it. Of several opening tags
 * the first counts: otherwise a tag that the model quotes would remove the text before it.
 */
function lastSnapshot(text: string): ParsedResponse {
  const tags = [...text.matchAll(TAG)];
  const last = tags.findLastIndex(([, slash]) => slash !== '');
  let start: number | undefined;
  for (let at = last < 0 ? tags.length - 1 : last, depth = 0; at >= 0; at -= 1) {
    const { 0: tag, 1: slash, index } = tags[at]!;
    if (slash === '') start = index + tag.length;
    else if (depth <= 0 && at !== last) break;
    depth += slash === '' ? -1 : 1;
  }
  return {
    text: text.slice(start, tags[last]?.index),
    isTruncated: last < 0 && start !== undefined,
  };
}

/** Tags around a model's reasoning. */
const REASONING_TAGS = ['scratchpad', 'thinking', 'think', 'analysis'] as const;

/** Removes the reasoning. If nothing but reasoning is left, a snapshot within it counts. */
function withoutReasoning(response: string): string {
  let text = response;
  for (const name of REASONING_TAGS) text = withoutTag(text, `<${name}>`, `</${name}>`);
  return text.trim() === '' && response.includes(CLOSE) ? response : text;
}

/**
 * Removes the text between two tags. An unclosed tag removes all text after it, or up to a snapshot that begins there; a closing tag without an
 * opening one, before any snapshot, all text before it. A tag whose pair would leave its snapshot is text.
 */
function withoutTag(text: string, open: string, close: string): string {
  let kept = '';
  let from = 0;
  const [firstEnd, ...starts] = [close, open, OPEN].map((tag) => text.indexOf(tag));
  if (firstEnd! >= 0 && starts.every((start) => start < 0 || start > firstEnd!))
    from = firstEnd! + close.length;
  const [findEnd, findSnapshot, findSnapshotEnd] = [close, OPEN, CLOSE].map((tag) =>
    createSearch(text, tag),
  );
  for (let start = text.indexOf(open, from); start >= 0;) {
    const end = findEnd!(start);
    const snapshot = findSnapshot!(start);
    const snapshotEnd = findSnapshotEnd!(start);
    const isInside = snapshotEnd >= 0 && (snapshot < 0 || snapshotEnd < snapshot);
    if (isInside && (end < 0 || snapshotEnd < end)) {
      start = text.indexOf(open, snapshotEnd);
      continue;
    }
    kept += text.slice(from, start);
    from = end < 0 ? (snapshot < 0 ? text.length : snapshot) : end + close.length;
    start = end < 0 ? -1 : text.indexOf(open, from);
  }
  return kept + text.slice(from);
}

/**
 * Creates a function that returns the first position of a tag from `from` on, or -1. `from` never decreases between calls, so that all
 * searches together are linear.
 */
function createSearch(text: string, tag: string): (from: number) => number {
  let found = text.indexOf(tag);
  return (from) => {
    if (found >= 0 && found < from) found = text.indexOf(tag, from);
    return found;
  };
}
