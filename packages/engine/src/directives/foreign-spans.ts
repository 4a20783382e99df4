import { commentSpans, splitFences, type Span } from '../text/index.ts';
import { isListItem } from './line-kind.ts';

/** Names of elements with content by others or by programs. */
const FOREIGN_NAMES =
  /^(?:[a-z\d]+[_-]){0,3}(?:pr_description|issue(?:_\w+)?|bug_report|problem_statement|logs?|output|stdout|stderr|document(?:s|_content)?|file(?:s|_content|_contents)?|uploaded_files|code|pre|blockquote|quote|tool_result|tool_response|results?|search_results|diff|patch|error|traceback|stack_?trace|transcript|conversation|email|article|source|snippet|thinking|(?:local-)?(?:bash|command)-(?:input|stdout|stderr|name|message|args|contents|caveat)|system-reminder|task-notification|user-prompt-submit-hook|environment_context|session_context|skill)$/;
/** Tags without an end tag after which the search stops: each of them takes a search of the rest of the text. */
const MAX_UNCLOSED = 16;
const OPENING = /<([a-z][\w-]{0,40})(?: [^<>]{0,200})?>/gi;

/**
 * Returns the ranges that the author of a text only shows: quotations and release notes. In order, not overlapping.
 *
 * @param lines all lines of the text
 */
export function foreignSpans(text: string, lines: readonly Span[]): Span[] {
  return merge([...quotationSpans(text), ...releaseNoteSpans(text, lines)]);
}

/**
 * Returns the ranges between two marks that say that the author of a text only shows what stands between them: fenced code, markup comments, closed
 * elements such as `<log>` or `<pr_description>`, demonstrations between two rulers. With the marks. They may overlap.
 */
export function quotationSpans(text: string): Span[] {
  const fences = splitFences(text).filter(({ kind }) => kind === 'fence');
  return [...fences, ...commentSpans(text), ...elementSpans(text), ...demonstrationSpans(text)];
}

function elementSpans(text: string): Span[] {
  const spans: Span[] = [];
  let unclosed = 0;
  OPENING.lastIndex = 0;
  for (
    let match = OPENING.exec(text);
    match !== null && unclosed < MAX_UNCLOSED;
    match = OPENING.exec(text)
  ) {
    const name = match[1]!;
    if (!FOREIGN_NAMES.test(name.toLowerCase())) continue;
    const closing = `</${name}>`;
    const end = text.indexOf(closing, OPENING.lastIndex);
    if (end === -1) {
      unclosed += 1;
      continue;
    }
    spans.push({ start: match.index, end: end + closing.length });
    OPENING.lastIndex = end + closing.length;
  }
  return spans;
}

const DEMONSTRATION =
  /^[ \t]*-{2,} ?(?:BEGIN |START )?(?:OF )?(?:DEMONSTRATION|TRAJECTORY)\b.*$/gim;
const DEMONSTRATION_END = /^[ \t]*-{2,} ?(?:END|STOP)\b.*$/gim;

/** Returns ranges such as from `--- DEMONSTRATION ---` to `--- END OF DEMONSTRATION ---`. */
export function demonstrationSpans(text: string): Span[] {
  const spans: Span[] = [];
  DEMONSTRATION.lastIndex = 0;
  for (let match = DEMONSTRATION.exec(text); match !== null; match = DEMONSTRATION.exec(text)) {
    DEMONSTRATION_END.lastIndex = DEMONSTRATION.lastIndex;
    if (DEMONSTRATION_END.exec(text) === null) break;
    const end = DEMONSTRATION_END.lastIndex;
    spans.push({ start: match.index, end });
    DEMONSTRATION.lastIndex = end;
  }
  return spans;
}

/** An item of release notes. */
const RELEASE_NOTE =
  /^\s*[-*•] (?:Added|Fixed|Improved|Removed|Changed|Deprecated|Updated|Introduced|Renamed|Moved|Reduced|Enhanced) /;
/** A list is release notes if it has this many notes, and at least one in so many items: a list of wishes may begin an item with `Added`. */
const MIN_NOTES = 3;
const MAX_ITEMS_PER_NOTE = 4;

function releaseNoteSpans(text: string, lines: readonly Span[]): Span[] {
  const spans: Span[] = [];
  let start = 0;
  let end = 0;
  let items = 0;
  let notes = 0;
  const close = () => {
    if (notes >= MIN_NOTES && notes * MAX_ITEMS_PER_NOTE >= items) spans.push({ start, end });
    items = 0;
    notes = 0;
  };
  for (const line of lines) {
    // 40 units are enough for the marker of an item and its first word.
    const head = text.slice(line.start, Math.min(line.end, line.start + 40));
    if (isListItem(head)) {
      if (items === 0) start = line.start;
      items += 1;
      if (RELEASE_NOTE.test(head)) notes += 1;
      end = line.end;
    } else if (items > 0 && head.trim() !== '' && !/^\s/.test(head)) close();
  }
  close();
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
