/** The snapshot text of a response, without the model's reasoning. */
export interface ParsedResponse {
  readonly text: string;
  /** Whether the closing tag is missing, usually because of a length limit. */
  readonly isTruncated: boolean;
}

/** Tags around a model's reasoning. */
const REASONING_TAGS = ['scratchpad', 'thinking', 'think', 'analysis'] as const;

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

const OPEN = '<state_snapshot>';
const CLOSE = '</state_snapshot>';

function withoutThoughts(answer: string): string {
  let text = answer;
  for (const name of REASONING_TAGS) text = withoutTag(text, `<${name}>`, `</${name}>`);
  return text;
}

/**
 * Removes the text between two tags. An unclosed tag removes all text after it, or up to a snapshot that begins there. A closing tag without
 * an opening one, as some models write it, removes all text before it. Within a snapshot only complete pairs count: a single tag is text.
 */
function withoutTag(text: string, open: string, close: string): string {
  const nextStart = seek(text, open);
  const nextEnd = seek(text, close);
  const nextSnapshot = seek(text, OPEN);
  const nextSnapshotEnd = seek(text, CLOSE);
  const nextSnapshotBehind = seek(text, OPEN);

  /** Returns the index at which the response continues after the reasoning; `undefined` if the tag is text. */
  const resume = (start: number): number | undefined => {
    const end = nextEnd(start);
    const snapshot = nextSnapshot(start);
    const snapshotEnd = nextSnapshotEnd(start);
    const isInside = snapshot >= 0 && (snapshotEnd < 0 || snapshot < snapshotEnd);
    if (end < 0) {
      if (isInside) return snapshot;
      return snapshotEnd < 0 ? text.length : undefined;
    }
    if (snapshotEnd >= 0 && snapshotEnd < end && !isInside) return undefined;
    // A snapshot that begins within the reasoning counts if it is the last one.
    const behind = nextSnapshotBehind(end);
    const isMeant =
      isInside &&
      snapshot < end &&
      snapshotEnd >= 0 &&
      (snapshotEnd < end ? behind < 0 : behind < 0 || snapshotEnd < behind);
    return isMeant ? snapshot : end + close.length;
  };

  let kept = '';
  let from = unopened(text, open, close);
  for (let start = nextStart(from); start >= 0;) {
    const next = resume(start);
    if (next !== undefined) {
      kept += text.slice(from, start);
      from = next;
    }
    start = nextStart(Math.max(from, start + 1));
  }
  return kept + text.slice(from);
}

/** Returns the end of reasoning whose opening tag is missing; 0 if there is none. */
function unopened(text: string, open: string, close: string): number {
  const end = text.indexOf(close);
  const isOpened = text.slice(0, Math.max(0, end)).includes(open);
  if (end < 0 || isOpened || text.slice(0, end).includes(OPEN)) return 0;
  return end + close.length;
}

/** Creates a search for the next occurrence at or after an index. Linear in total if the indices ascend. */
function seek(text: string, needle: string): (from: number) => number {
  let found: number | undefined;
  return (from) => {
    if (found === undefined || (found >= 0 && found < from)) found = text.indexOf(needle, from);
    return found;
  };
}
