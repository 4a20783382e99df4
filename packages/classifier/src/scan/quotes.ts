import { FLAG } from '../reasons.ts';
import { NEVER, type Evidence } from './evidence.ts';

/** Minimum length of a quotation, in UTF-16 units. */
const MIN_QUOTATION = 10;

/** Marks that only open a quotation. All others open one if none is open, and otherwise close it. */
const OPENING = '“„«「『';

/** Pairs quotation marks within a line. */
export function readQuote(text: string, index: number, evidence: Evidence): void {
  const opened = evidence.quoteAt;
  if (opened < evidence.line.start || isOpening(text[index]!, text[opened]!)) {
    evidence.quoteAt = index;
    return;
  }
  if (index - opened - 1 >= MIN_QUOTATION) evidence.found |= FLAG.direct_quote;
  evidence.quotedStart = opened;
  evidence.quotedEnd = index + 1;
  evidence.quoteAt = NEVER;
}

/** Returns whether the mark opens a quotation. German closes with the mark that English opens with. */
function isOpening(mark: string, opened: string): boolean {
  return OPENING.includes(mark) && !(mark === '“' && opened === '„');
}
