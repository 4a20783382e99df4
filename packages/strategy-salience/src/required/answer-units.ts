import { isAcknowledgement } from '@palimpsest/engine/text';
import { unitLength } from '../reading/parsed-text.ts';
import type { Part } from '../record/pieces.ts';

/** A longer answer is a report, of which sentences are chosen. In characters. */
const SHORT_ANSWER = 200;

/**
 * Returns the units of the short answers with which the agent ended its turns, newest first, as long as they fit: whether a request was carried out
 * and what came of it.
 *
 * @param texts of the record, oldest first
 */
export function answerUnits(
  texts: readonly Part[],
  { tokens, proseRate }: { readonly tokens: number; readonly proseRate: number },
): ReadonlyMap<Part, readonly number[]> {
  const answers = new Map<Part, readonly number[]>();
  let left = tokens;
  let isLast = false;
  for (const part of texts.toReversed()) {
    if (part.role === 'user') {
      isLast = true;
      continue;
    }
    if (!isLast || part.role !== 'text') continue;
    isLast = false;
    const { parsed } = part;
    if (parsed.source.length > SHORT_ANSWER || isAcknowledgement(parsed.source)) continue;
    const units = Array.from({ length: parsed.count }, (_, unit) => unit);
    for (const unit of units) left -= (unitLength(parsed, unit) + 1) * proseRate;
    if (left < 0) break;
    answers.set(part, units);
  }
  return answers;
}
