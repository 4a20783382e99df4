import { isAcknowledgement } from '@palimpsest/engine/text';
import { asksForContent, rankByQuestion } from './rank-by-question.ts';
import { standsForLines, unitEnd, unitStart } from '../reading/parsed-text.ts';
import type { Part } from '../record/pieces.ts';

/** Sentences of one text that stand next to each other. */
export interface Excerpt {
  readonly part: Part;
  readonly units: readonly number[];
}

/** A shorter text is one excerpt. In characters. */
const EXCERPT_LENGTH = 200;

/**
 * Returns what people and the agent said about what the newest request asks for, the best first. Nothing if it asks for nothing. Yields between
 * texts.
 *
 * @param newest the words of the newest request
 * @param parts oldest first
 */
export function* questionExcerpts(
  newest: ReadonlySet<Part>,
  parts: readonly Part[],
): Generator<void, readonly Excerpt[]> {
  const questions = [...newest].map(({ reading }) => reading.source).filter(asksForContent);
  if (questions.length === 0) return [];
  const excerpts = parts
    .filter(
      (part) =>
        (part.role === 'user' || part.role === 'text') &&
        !newest.has(part) &&
        !isAcknowledgement(part.reading.source),
    )
    .flatMap((part) => [...excerptsOf(part)]);
  const texts = excerpts.map(({ part: { reading }, units }) =>
    reading.source.slice(unitStart(reading, units[0]!), unitEnd(reading, units.at(-1)!)),
  );
  const order = yield* rankByQuestion(questions.join('\n'), texts);
  return order.map((at) => excerpts[at]!);
}

function* excerptsOf(part: Part): Generator<Excerpt> {
  const { reading } = part;
  let units: number[] = [];
  for (let unit = 0; unit < reading.count; unit += 1) {
    if (!standsForLines(reading, unit)) units.push(unit);
    const isLong =
      units.length > 0 && unitEnd(reading, unit) - unitStart(reading, units[0]!) >= EXCERPT_LENGTH;
    if (units.length > 0 && (isLong || unit === reading.count - 1)) {
      yield { part, units };
      units = [];
    }
  }
}
