import type { FileInclusion } from './file-inclusions.ts';

/**
 * Returns the text without some of its inclusions. At most one blank line stays where an inclusion was removed; all other text is unchanged
 * (C13). A closing line stays as long as an inclusion before it needs it.
 */
export function stripInclusions(
  text: string,
  all: readonly FileInclusion[],
  stripped: ReadonlySet<FileInclusion>,
): string {
  const needed = new Set(
    all.filter((inclusion) => !stripped.has(inclusion)).map(({ close }) => close.start),
  );
  const cuts: { start: number; end: number }[] = [];
  for (const inclusion of all) {
    if (!stripped.has(inclusion)) continue;
    const { start, close } = inclusion;
    const end = needed.has(close.start) ? inclusion.end : close.end;
    const previous = cuts.at(-1);
    // Only line breaks between two cuts: both are one cut.
    if (previous !== undefined && endOfBreaks(text, previous.end) >= start) previous.end = end;
    else cuts.push({ start, end });
  }
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of cuts) {
    const before = startOfBreaks(text, start);
    const behind = endOfBreaks(text, end);
    const kept =
      before > from
        ? [text.slice(before, start), text.slice(end, behind)]
        : [text.slice(end, behind)];
    pieces.push(text.slice(from, before), firstBreaks(kept.join(''), 2));
    from = behind;
  }
  pieces.push(text.slice(from));
  return pieces.join('');
}

/** Returns the start of the line breaks that end at `end`. */
function startOfBreaks(text: string, end: number): number {
  let start = end;
  while (text[start - 1] === '\n') start -= text[start - 2] === '\r' ? 2 : 1;
  return start;
}

/** Returns the end of the line breaks that start at `start`. */
function endOfBreaks(text: string, start: number): number {
  let end = start;
  for (;;) {
    if (text[end] === '\n') end += 1;
    else if (text[end] === '\r' && text[end + 1] === '\n') end += 2;
    else return end;
  }
}

/** Returns the first `count` line breaks, LF or CRLF as they are. */
function firstBreaks(breaks: string, count: number): string {
  let end = 0;
  for (let at = 0; at < count && end < breaks.length; at += 1) {
    end = breaks.indexOf('\n', end) + 1;
  }
  return breaks.slice(0, end);
}
