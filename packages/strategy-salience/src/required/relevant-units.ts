import { findRequestedSpans } from '@palimpsest/engine/text';
import { unitLength, type ParsedText } from '../reading/parsed-text.ts';
import { unitsIn } from '../reading/text-lines.ts';
import type { UnitBudget } from './asked-units.ts';

/** A text whose lines may be relevant. */
interface Text {
  readonly parsed: ParsedText;
}

/**
 * Returns the units of the lines that hold what the open question names, within a budget.
 *
 * @param questions texts of the open question, the most important first
 * @param most see `findRequestedSpans`
 */
export function* relevantUnits<Part extends Text>(
  questions: readonly string[],
  parts: readonly Part[],
  { tokens, proseRate }: UnitBudget,
  most?: Parameters<typeof findRequestedSpans>[2],
): Generator<void, ReadonlyMap<Part, ReadonlySet<number>>> {
  const found = new Map<Part, Set<number>>();
  const texts = parts.map(({ parsed }) => parsed.source);
  let left = tokens;
  for (const { text, span } of yield* findRequestedSpans(questions, texts, most)) {
    const part = parts[text]!;
    const { parsed } = part;
    const own = found.get(part) ?? new Set<number>();
    const units = unitsIn(parsed, span).filter((unit) => !own.has(unit));
    let cost = 0;
    for (const unit of units) cost += (unitLength(parsed, unit) + 1) * proseRate;
    if (cost > left || units.length === 0) continue;
    left -= cost;
    for (const unit of units) own.add(unit);
    found.set(part, own);
  }
  return found;
}
