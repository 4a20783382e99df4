/**
 * Marks for prose that was shortened or said before: `[summary: …]`, `[dup of …]`, `[near-dup of …]`, `[truncated — …]` (seed
 * compression-pipeline, "Output format"). `isMarker` recognizes all of them.
 */

export interface SummaryMarkerParts {
  readonly text: string;
  /** Shown as `[summary#<id>: …]`; letters, digits, `_` and `-`. */
  readonly id?: string;
  /** Messages the summary stands for; said when there are several. */
  readonly merged?: number;
  /** Names that occur in what was summarized and not in the text. */
  readonly entities?: readonly string[];
}

/** `[summary: <text> (N messages merged) | entities: a, b]` */
export function formatSummaryMarker({
  text,
  id,
  merged = 1,
  entities = [],
}: SummaryMarkerParts): string {
  const label = id === undefined ? 'summary' : `summary#${id}`;
  const count = merged > 1 ? ` (${merged} messages merged)` : '';
  const names = entities.length > 0 ? ` | entities: ${entities.join(', ')}` : '';
  return `[${label}: ${text}${count}${names}]`;
}

export interface DuplicateMarkerParts {
  /** How a reader finds the copy that is still there; one line. */
  readonly of: string;
  /** Length of what the mark stands for, in UTF-16 units. */
  readonly length: number;
  /** Share of equal lines, 0 to 1, for one that is only nearly the same. */
  readonly similarity?: number;
  /** What `similarity` had to reach; no smaller share is ever printed. @default 0 */
  readonly threshold?: number;
  /** Written before `dup` and `near-dup`, as `cce:` is. @default nothing */
  readonly prefix?: string;
}

/** `[dup of <of> — N chars]`, or `[near-dup of <of> — N chars, ~S% match]` where a similarity is given. */
export function formatDuplicateMarker({
  of,
  length,
  similarity,
  threshold = 0,
  prefix = '',
}: DuplicateMarkerParts): string {
  if (similarity === undefined) return `[${prefix}dup of ${of} — ${length} chars]`;
  const rounded = Math.round(similarity * 100);
  const shown = rounded < threshold * 100 ? Math.ceil(similarity * 100) : rounded;
  return `[${prefix}near-dup of ${of} — ${length} chars, ~${shown}% match]`;
}

const DUPLICATE =
  /^\[(?:cce:)?(near-)?dup of ([^\n]*) [—-] (\d{1,15}) chars(?:, ~\d{1,3}% match)?\]$/;

/** Reads what a mark of a duplicate claims. Anybody can type one: good enough to leave something as it is. */
export function parseDuplicateMarker(
  text: string,
): { readonly of: string; readonly length: number; readonly isNear: boolean } | undefined {
  if (text.length > 1_000) return undefined;
  const match = DUPLICATE.exec(text);
  if (match === null) return undefined;
  return { of: match[2]!, length: Number(match[3]), isNear: match[1] !== undefined };
}

/** `[truncated — N chars: <excerpt>]`, or without an excerpt `[truncated — N chars]`. N is the length of what was there, in UTF-16 units. */
export function formatTruncationMarker(length: number, excerpt = ''): string {
  return `[truncated — ${length} chars${excerpt === '' ? '' : `: ${excerpt}`}]`;
}
