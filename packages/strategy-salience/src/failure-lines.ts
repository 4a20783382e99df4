import { parseGapMarker } from '@palimpsest/core-types';
import { truncateText, type Span } from '@palimpsest/text';
import { excerptSpans, failureSpans } from '@palimpsest/tool-taxonomy';
import type { TextLine } from './text-lines.ts';

/** Returns whether a line says anything: a mark for lines left out does not. */
export function saysSomething({ text }: TextLine): boolean {
  const said = text.trim();
  return said !== '' && parseGapMarker(said) === undefined;
}

/** What stays of a failed text. */
export interface FailureLines {
  readonly spans: readonly Span[];
  /** They say themselves that the call failed. */
  readonly isTold: boolean;
  readonly words: string;
}

/**
 * Returns the lines that stay of a failed text: those of an excerpt, and those by which the call is known as failed, each up to `readable`
 * UTF-16 units. Of what is left it returns all.
 */
export function failureLines(lines: readonly TextLine[], readable: number): FailureLines {
  const said = lines.filter(saysSomething);
  const texts = said.map(({ text }) => text);
  // What stands farther back in a line goes, so that the next pass would look for the error in another line.
  const beginnings = texts.map((text) => truncateText(text, readable));
  const shown = excerptSpans(beginnings.join('\n')).map(
    ({ start }) => lineAt(beginnings, start).line,
  );
  const spans = shown.map((line) => beginningOf(said[line]!, readable));
  const telling = failureSpans(texts.join('\n'));
  for (const { start, end } of telling) {
    const { line, from } = lineAt(texts, start);
    const { [line]: found } = said;
    spans.push(end - from > readable ? found! : beginningOf(found!, readable));
  }
  const words = shown.map((line) => beginnings[line]!.trim()).join('\n');
  return { spans, isTold: telling.length > 0, words };
}

/** Returns the beginning of a line. */
export function beginningOf({ start, end }: Span, readable: number): Span {
  return { start, end: Math.min(end, start + readable) };
}

/** Returns the number of the line that an index into lines is in, and where that line begins. */
function lineAt(
  lines: readonly string[],
  index: number,
): { readonly line: number; readonly from: number } {
  let from = 0;
  let line = 0;
  while (from + lines[line]!.length < index) {
    from += lines[line]!.length + 1;
    line += 1;
  }
  return { line, from };
}
