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
  const questions = [...newest].map(({ parsed }) => parsed.source).filter(asksForContent);
  if (questions.length === 0) return [];
  const excerpts = parts
    .filter(
      (part) =>
        (part.role === 'user' || part.role === 'text') &&
        !newest.has(part) &&
        !isAcknowledgement(part.parsed.source),
    )
    .flatMap((part) => [...excerptsOf(part)]);
  const texts = excerpts.map(({ part: { parsed }, units }) =>
    parsed.source.slice(unitStart(parsed, units[0]!), unitEnd(parsed, units.at(-1)!)),
  );
  const order = yield* rankByQuestion(questions.join('\n'), texts);
  return order.map((at) => excerpts[at]!);
}

function* excerptsOf(part: Part): Generator<Excerpt> {
  const { parsed } = part;
  let units: number[] = [];
  for (let unit = 0; unit < parsed.count; unit += 1) {
    if (!standsForLines(parsed, unit)) units.push(unit);
    const isLong =
      units.length > 0 && unitEnd(parsed, unit) - unitStart(parsed, units[0]!) >= EXCERPT_LENGTH;
    if (units.length > 0 && (isLong || unit === parsed.count - 1)) {
      yield { part, units };
      units = [];
    }
  }
}
