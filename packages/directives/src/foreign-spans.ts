import { splitFences, type Span } from '@palimpsest/text';
import { demonstrationSpans, releaseNoteSpans } from './shown-passages.ts';

/** Elements that hold what others wrote or programs printed. */
const FOREIGN_NAMES =
  /^(?:[a-z\d]+[_-]){0,3}(?:pr_description|issue(?:_\w+)?|bug_report|problem_statement|logs?|output|stdout|stderr|document(?:s|_content)?|file(?:s|_content|_contents)?|uploaded_files|code|pre|blockquote|quote|tool_result|tool_response|results?|search_results|diff|patch|error|traceback|stack_?trace|transcript|conversation|email|article|source|snippet|thinking|bash-input|command-(?:name|message|args))$/;
/** How often the end of an element may be looked for in vain: each time all of the text is read. */
const MISSES = 16;
const OPENING = /<([a-z][\w-]{0,40})(?: [^<>]{0,200})?>/gi;

/**
 * Parts of a text that its writer only shows: fenced code, comments of markup, elements such as `<log>` or `<pr_description>` that
 * are closed, demonstrations between two marks, and release notes. In order, not overlapping.
 */
export function foreignSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (const { kind, start, end } of splitFences(text)) {
    if (kind === 'fence') spans.push({ start, end });
  }
  const elements = [
    ...commentSpans(text),
    ...elementSpans(text),
    ...demonstrationSpans(text),
    ...releaseNoteSpans(text),
  ];
  return elements.length === 0 ? spans : merge([...spans, ...elements]);
}

function commentSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (let start = text.indexOf('<!--'); start !== -1;) {
    const end = text.indexOf('-->', start + 4);
    if (end === -1) break;
    spans.push({ start, end: end + 3 });
    start = text.indexOf('<!--', end + 3);
  }
  return spans;
}

function elementSpans(text: string): Span[] {
  const spans: Span[] = [];
  let missed = 0;
  OPENING.lastIndex = 0;
  for (
    let match = OPENING.exec(text);
    match !== null && missed < MISSES;
    match = OPENING.exec(text)
  ) {
    const name = match[1]!;
    if (!FOREIGN_NAMES.test(name.toLowerCase())) continue;
    const closing = `</${name}>`;
    const end = text.indexOf(closing, OPENING.lastIndex);
    if (end === -1) {
      missed += 1;
      continue;
    }
    spans.push({ start: match.index, end: end + closing.length });
    OPENING.lastIndex = end + closing.length;
  }
  return spans;
}

function merge(spans: readonly Span[]): Span[] {
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}
