import { REASONING_TAGS } from '@palimpsest/summarizer';

const OPEN = '<state_snapshot>';
const CLOSE = '</state_snapshot>';

/** An answer without what a model said to itself in tags for that. */
export function withoutThoughts(answer: string): string {
  let text = answer;
  for (const name of REASONING_TAGS) text = withoutTag(text, `<${name}>`, `</${name}>`);
  return text;
}

/**
 * Takes out what stands between two tags. One that never closes takes all that follows, unless a snapshot begins there; one that never
 * opened, as some models have it, all that stands before. Within a snapshot only whole pairs are taken: a single tag is a word there.
 */
function withoutTag(text: string, open: string, close: string): string {
  const nextStart = seek(text, open);
  const nextEnd = seek(text, close);
  const nextSnapshot = seek(text, OPEN);
  const nextSnapshotEnd = seek(text, CLOSE);
  const nextSnapshotBehind = seek(text, OPEN);

  /** Where the answer goes on behind a thought; `undefined` where the tag is none. */
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
    // A snapshot that begins in the thought, and is the last one there, is what was meant.
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

/** Where the answer begins behind a thought whose tag never opened. */
function unopened(text: string, open: string, close: string): number {
  const end = text.indexOf(close);
  const isOpened = text.slice(0, Math.max(0, end)).includes(open);
  if (end < 0 || isOpened || text.slice(0, end).includes(OPEN)) return 0;
  return end + close.length;
}

/** Finds the next place of a text at or behind an index; asked in ascending order, it reads the text once. */
function seek(text: string, needle: string): (from: number) => number {
  let found: number | undefined;
  return (from) => {
    if (found === undefined || (found >= 0 && found < from)) found = text.indexOf(needle, from);
    return found;
  };
}
