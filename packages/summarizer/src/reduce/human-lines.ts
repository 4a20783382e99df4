import { parseGapMarker } from '@palimpsest/core-types';
import { MAX_STATEMENT_TEXT_LENGTH, type LastingTest } from '@palimpsest/engine/directives/words';
import { createProseLines, lineSpans, sentenceSpans, type Span } from '@palimpsest/engine/text';
import { lengthCut } from './truncate-to-marker.ts';

/** Maximum length of a line with directives that is kept whole, in UTF-16 units. */
export const LONG_LINE = 400;

/** A line of user text. */
export interface HumanLine {
  readonly text: string;
  readonly start: number;
  readonly kind: 'own' | 'quoted' | 'data' | 'blank' | 'mark';
  /** Whether it is a gap marker. These stay: the result must not depend on whether a legend explains them. */
  readonly isGap: boolean;
  /** UTF-16 units that a marker in its place has to report: its length, or what it reports itself if it is such a marker. */
  readonly left: number;
}

export function readHumanLines(text: string): HumanLine[] {
  const proseOf = createProseLines();
  return lineSpans(text).map(({ start, end }): HumanLine => {
    const line = text.slice(start, end);
    const prose = proseOf(line);
    const isGap = parseGapMarker(line) !== undefined;
    const cut = lengthCut(line);
    if (cut !== undefined) return { text: line, start, kind: 'mark', isGap, left: cut };
    const kind = line.trim() === '' ? 'blank' : (prose ?? 'data');
    return { text: line, start, kind, isGap, left: line.length };
  });
}

/** Yields the lines with words to keep: a whole line, or only such sentences of a long one. Pasted text is not searched for statements. */
export function* demandLines(
  lines: readonly HumanLine[],
  text: string,
  lastingKind: LastingTest,
): Generator<readonly [index: number, said: string]> {
  for (const [index, { text: line, kind }] of lines.entries()) {
    if (kind === 'blank' || kind === 'mark') continue;
    const mayState = kind === 'own' && text.length <= MAX_STATEMENT_TEXT_LENGTH;
    if (lastingKind(line, mayState) === undefined) continue;
    const kindOf: LastingTest = (said) => lastingKind(said, mayState);
    yield [index, line.length <= LONG_LINE ? line : withDemands(line, kindOf)];
  }
}

/** Returns the sentences of a line with words to keep, with `…` for those between them. */
export function withDemands(line: string, lastingKind: LastingTest): string {
  let said = '';
  let isGap = false;
  for (const { start, end } of sentencesIn(line)) {
    const words = line.slice(start, end);
    if (words === '…' || lastingKind(words) === undefined) {
      isGap = true;
      continue;
    }
    said += `${said === '' ? '' : ' '}${isGap ? '… ' : ''}${words}`;
    isGap = false;
  }
  return isGap ? `${said} …` : said;
}

/** Returns the sentences of a line. Sentences without a blank between them count as one. */
function sentencesIn(line: string): Span[] {
  const sentences: Span[] = [];
  for (const sentence of sentenceSpans(line)) {
    const before = sentences.at(-1);
    if (before?.end === sentence.start)
      sentences[sentences.length - 1] = { ...before, end: sentence.end };
    else sentences.push(sentence);
  }
  return sentences;
}
