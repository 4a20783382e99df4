import { COLON, DASH, PIPE, SIGN, SPACE, classes } from '../scan/character-class.ts';
import type { Evidence } from '../scan/evidence.ts';

const PIPES = 1 << PIPE;
const RULE = classes(PIPE, DASH, COLON, SIGN, SPACE);
const CORNER = 0x2b;

/** Returns whether the line is the rule of a table: `|---|:--|` or `---+---` below a line with `|`, or `+---+---+`. */
export function isTableRule(text: string, { line, lines }: Evidence): boolean {
  const { bits } = line;
  if ((bits & ~RULE) !== 0 || (bits & (1 << DASH)) === 0) return false;
  const hasCorners = (bits & (1 << SIGN)) !== 0;
  if (
    hasCorners &&
    text.charCodeAt(line.first) === CORNER &&
    text.charCodeAt(line.last - 1) === CORNER
  )
    return line.last - line.first >= 5;
  return (hasCorners || (bits & PIPES) !== 0) && (lines.previousBits & PIPES) !== 0;
}
