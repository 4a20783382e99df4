import { beginLine, endLine, endParagraph } from '../line/read-line.ts';
import { CLASS, COLON, LETTER, NEWLINE } from './character-class.ts';
import { newEvidence, type Evidence } from './evidence.ts';
import { readMark } from './marks.ts';

/**
 * Reads a text once, unit by unit. Small letters, spaces and stops only leave their bit; what a rarer character starts is looked at where it
 * stands, and what a line is where the line ends. Both look back or ahead over a bounded stretch, or over one that nobody looks at again, so
 * the work is linear whatever the text is.
 *
 * @param skipped Reasons (bits) that nobody asks for.
 * @param until Reasons (bits) any of which ends the scan early.
 */
export function scan(text: string, skipped: number, until: number): Evidence {
  const evidence = newEvidence(skipped);
  const { line } = evidence;
  const { length } = text;
  let bits = 0;
  let index = beginLine(text, 0, evidence);
  while (index < length) {
    const kind = CLASS[text.charCodeAt(index)]!;
    bits |= 1 << kind;
    if (kind <= LETTER) index++;
    else if (kind === NEWLINE) {
      line.bits = (bits & ~(1 << NEWLINE)) | line.tokenBits;
      endLine(text, index, evidence);
      if ((evidence.found & until) !== 0) return evidence;
      bits = 0;
      index = beginLine(text, skipNewlines(text, index, evidence), evidence);
    } else {
      if (kind >= COLON) line.specials++;
      index = readMark(text, index, kind, evidence);
      if ((evidence.found & until) !== 0) return evidence;
    }
  }
  line.bits = bits | line.tokenBits;
  endLine(text, length, evidence);
  return evidence;
}

/** Goes behind a line end and every empty line that follows at once. */
function skipNewlines(text: string, start: number, evidence: Evidence): number {
  let lines = 0;
  let index = start;
  while (index < text.length && CLASS[text.charCodeAt(index)] === NEWLINE) {
    if (text.charCodeAt(index) === 0x0d && text.charCodeAt(index + 1) === 0x0a) {
      evidence.pairedReturns++;
      index++;
    }
    index++;
    lines++;
  }
  if (lines > 1) endParagraph(evidence);
  return index;
}
