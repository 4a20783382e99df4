import type { ProseReading } from './read-prose.ts';

/** Returns the best sentence of each paragraph in reading order. Among equal scores: the one that shares most with the text, then the first. */
export function paragraphBests(text: string, { spans, scores, shares }: ProseReading): number[] {
  const bests: number[] = [];
  let best = 0;
  for (let index = 1; index < spans.length; index++) {
    if (hasBlankLine(text, spans[index - 1]!.end, spans[index]!.start)) {
      bests.push(best);
      best = index;
    } else if (
      scores[index]! > scores[best]! ||
      (scores[index] === scores[best] && shares[index]! > shares[best]!)
    )
      best = index;
  }
  if (spans.length > 0) bests.push(best);
  return bests;
}

/** Returns whether the white space between two sentences contains a blank line. */
function hasBlankLine(text: string, start: number, end: number): boolean {
  let ends = 0;
  for (let index = start; index < end; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 0x0a || unit === 0x2028 || unit === 0x2029) ends++;
    else if (unit === 0x0d && text.charCodeAt(index + 1) !== 0x0a) ends++;
    if (ends > 1) return true;
  }
  return false;
}
