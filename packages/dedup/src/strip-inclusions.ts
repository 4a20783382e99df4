import type { FileInclusion } from './file-inclusions.ts';

/**
 * The text without some of its inclusions. Only the seams are tidied: at most one blank line remains where something was cut out; all
 * other text stays as it is (C13). A closing line stays as long as an inclusion before it needs it.
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
    const isLastOfGroup = inclusion.end === close.start;
    const end = isLastOfGroup && !needed.has(close.start) ? close.end : inclusion.end;
    const previous = cuts.at(-1);
    if (previous?.end === start) previous.end = end;
    else cuts.push({ start, end });
  }
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of cuts) {
    const before = countBack(text, start, from);
    const behind = countForward(text, end);
    const isInside = start - before > from || pieces.length > 0;
    const keep = isInside ? Math.min(before + behind, 2) : Math.min(behind, 2);
    pieces.push(text.slice(from, start - before), '\n'.repeat(keep));
    from = end + behind;
  }
  pieces.push(text.slice(from));
  return pieces.join('');
}

function countBack(text: string, end: number, limit: number): number {
  let start = end;
  while (start > limit && text[start - 1] === '\n') start -= 1;
  return end - start;
}

function countForward(text: string, start: number): number {
  let end = start;
  while (text[end] === '\n') end += 1;
  return end - start;
}
