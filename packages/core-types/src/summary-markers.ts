/**
 * Markers for summarized, duplicate and truncated texts: `[summary: …]`, `[dup of …]`, `[near-dup of …]`, `[truncated — …]`.
 */

interface SummaryMarkerParts {
  readonly text: string;
  /** Shown as `[summary#<id>: …]`; letters, digits, `_` and `-`. */
  readonly id?: string;
  /** Number of messages that the summary replaces; shown if above 1. */
  readonly merged?: number;
  /** Names that occur in the replaced messages but not in the text. */
  readonly entities?: readonly string[];
}

/** Formats `[summary: <text> (N messages merged) | entities: a, b]`. */
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

interface DuplicateMarkerParts {
  /** Describes where the kept copy is, in one line. */
  readonly of: string;
  /** Length of the replaced text, in UTF-16 units. */
  readonly length: number;
  /** Share of equal lines of a near duplicate, 0 to 1. */
  readonly similarity?: number;
  /** Minimum similarity; the shown percentage is never below it. @default 0 */
  readonly threshold?: number;
  /** Prefix of `dup` and `near-dup`. `parseDuplicateMarker` knows only `cce:`. @default '' */
  readonly prefix?: string;
}

/** Formats `[dup of <of> — N chars]`, or `[near-dup of <of> — N chars, ~S% match]` if a similarity is given. */
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

/** Parses a duplicate marker without a prefix or with `cce:`; `undefined` for any other text. Not proof: anyone can type one. */
export function parseDuplicateMarker(
  text: string,
): { readonly of: string; readonly length: number; readonly isNear: boolean } | undefined {
  if (text.length > 1_000) return undefined;
  const match = DUPLICATE.exec(text);
  if (match === null) return undefined;
  return { of: match[2]!, length: Number(match[3]), isNear: match[1] !== undefined };
}

/**
 * Formats `[truncated — N chars: <excerpt>]`; without an excerpt `[truncated — N chars]`. N is the length of the original in UTF-16 units.
 */
export function formatTruncationMarker(length: number, excerpt = ''): string {
  return `[truncated — ${length} chars${excerpt === '' ? '' : `: ${excerpt}`}]`;
}
