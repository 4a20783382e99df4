import { beginLine, endLine, endParagraph } from '../line/read-line.ts';
import { CLASS_TABLE, COLON, LETTER, NEWLINE } from './character-class.ts';
import { Evidence } from './evidence.ts';
import { readMark } from './marks.ts';

/**
 * Reads a text once, unit by unit. Lower-case letters, spaces and stops only set their bit. Rarer characters are checked where they occur,
 * lines where they end. Both checks read a bounded range, or one that no later check reads again, so the work is linear for any text.
 *
 * @param skipped reasons that are not requested, as bits
 * @param until reasons that end the scan when one is found, as bits
 */
export function scan(text: string, skipped: number, until: number): Evidence {
  const evidence = new Evidence(skipped);
  const { line } = evidence;
  const { length } = text;
  let bits = 0;
  let index = beginLine(text, 0, evidence);
  while (index < length) {
    const kind = CLASS_TABLE[text.charCodeAt(index)]!;
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

/** Skips a line end and all empty lines that directly follow. Returns the index to continue from. */
function skipNewlines(text: string, start: number, evidence: Evidence): number {
  let lines = 0;
  let index = start;
  while (index < text.length && CLASS_TABLE[text.charCodeAt(index)] === NEWLINE) {
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
