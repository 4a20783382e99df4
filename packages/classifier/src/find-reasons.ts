import { startsAsJson } from './json.ts';
import { hasManyStatements } from './line/code.ts';
import { hasHighVariance } from './line/length-variance.ts';
import { FLAG } from './reasons.ts';
import type { Evidence } from './scan/evidence.ts';
import { scan } from './scan/scan.ts';
import { hasSqlWords } from './scan/sql.ts';
import { isMarkup } from './scan/tags.ts';

const LEGAL_TERM = /\b(?:shall|notwithstanding|whereas|hereby|may not)\b/i;

/** Returns all built-in reasons found in a text, as bits. */
export function findReasons(text: string): number {
  const evidence = scan(text, 0, 0);
  const legal = LEGAL_TERM.test(text) ? FLAG.legal_term : 0;
  return evidence.found | findInWhole(text, evidence) | legal;
}

/** Returns whether a text has one of the reasons in `wanted`, as bits. Stops at the first one found. */
export function hasReason(text: string, wanted: number): boolean {
  const evidence = scan(text, ~wanted, wanted);
  if ((evidence.found & wanted) !== 0) return true;
  if ((wanted & FLAG.legal_term) !== 0 && LEGAL_TERM.test(text)) return true;
  return (findInWhole(text, evidence) & wanted) !== 0;
}

/** Returns the reasons that only the whole text shows. */
function findInWhole(text: string, evidence: Evidence): number {
  const { lines, specials, pairedReturns, textStart } = evidence;
  let found = 0;
  if (textStart >= 0 && startsAsJson(text, textStart)) found |= FLAG.json_structure;
  if (hasHighVariance(text, lines)) found |= FLAG.high_line_length_variance;
  // More than 15 % (seed, `high_special_char_ratio`).
  if (specials * 20 > (text.length - pairedReturns) * 3) found |= FLAG.high_special_char_ratio;
  if (hasManyStatements(evidence)) found |= FLAG.source_code;
  if (isMarkup(text, evidence)) found |= FLAG.markup;
  if (hasSqlWords(text, evidence.sql)) found |= FLAG.sql_content;
  return found;
}
