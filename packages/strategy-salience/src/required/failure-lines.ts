import { parseGapMarker } from '@palimpsest/core-types';
import { truncateText, type Span } from '@palimpsest/text';
import { excerptSpans, failureSpans } from '@palimpsest/tool-taxonomy';
import type { TextLine } from '../parts/text-lines.ts';

/** Returns whether a line has content. A gap marker has none. */
export function hasVisibleText({ text }: TextLine): boolean {
  const said = text.trim();
  return said !== '' && parseGapMarker(said) === undefined;
}

/** What a failed text keeps. */
export interface FailureLines {
  readonly spans: readonly Span[];
  /** Whether they state by themselves that the call failed. */
  readonly hasFailureStatement: boolean;
  readonly words: string;
}

/**
 * Returns the lines that a failed text keeps: an excerpt, and the lines that identify the failure, each up to `readable` UTF-16 units.
 * Idempotent: returns all lines of its own output.
 */
export function failureLines(lines: readonly TextLine[], readable: number): FailureLines {
  const said = lines.filter(hasVisibleText);
  const texts = said.map(({ text }) => text);
  // The rest of each line is removed, so the next pass must find the error in the same line.
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
  return { spans, hasFailureStatement: telling.length > 0, words };
}

/** Returns the beginning of a line. */
export function beginningOf({ start, end }: Span, readable: number): Span {
  return { start, end: Math.min(end, start + readable) };
}

/** Returns the number of the line that contains an index, and the line's start. */
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
