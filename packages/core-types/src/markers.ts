/**
 * Texts that replace removed content, with one grammar for all packages.
 *
 * Anyone can type a marker. Use `isMarker` only to leave a text unchanged; to act on one, require `metadata.synthetic` or a manifest.
 */

import { parseGapMarker } from './gap-markers.ts';
import { parseMediaPlaceholder } from './results/media-placeholder.ts';

/** Replaces a pruned tool result whose tool can be run again safely. */
export const PRUNED_POINTER = '[Result pruned — re-run tool to retrieve]';

/** Replaces a pruned tool result whose tool may have side effects, so the text must not tell the model to run it again. */
export const DROPPED_POINTER = '[Result pruned — no longer shown]';

/** Maximum length of a marker, in UTF-16 units. */
export const MARKER_MAX_LENGTH = 1_000;

/** Maximum length of the summary line of a tool result; hosts rely on less than 200. */
const SUMMARY_LINE_MAX_LENGTH = 199;

/** Enough for a failed test run (the test, the reason, the count of failures and the last line, between two tags) and for a requested item. */
const EXCERPT_MAX_LINES = 12;

/** The length that a summary line of maximum length leaves for the excerpt, in UTF-16 units. */
const EXCERPT_MAX_LENGTH = MARKER_MAX_LENGTH - SUMMARY_LINE_MAX_LENGTH - 1;

/** How a call ended. `done`: nothing reports whether it failed. */
export type ToolSummaryStatus = 'success' | 'error' | 'done';

interface ToolSummaryParts {
  readonly tool: string;
  /** Path, command, pattern, URL or query of the call. Shortened in the middle if the line gets too long. */
  readonly key?: string;
  readonly status: ToolSummaryStatus;
  /** A count with its unit: `245 lines`. */
  readonly size?: string;
  /** Up to twelve lines of the result, up to 800 characters in total: of a failure (law 7), or requested by the user. */
  readonly excerpt?: readonly string[];
}

/** Formats the summary of a tool result: `[<tool>[ <key>]: <status>[, <size>]]`, followed by the excerpt. */
export function formatToolSummary({
  tool,
  key,
  status,
  size,
  excerpt = [],
}: ToolSummaryParts): string {
  const end = `: ${status}${size === undefined ? '' : `, ${size}`}]`;
  const name = shorten(oneLine(tool) || 'tool', 80);
  const maxKeyLength = SUMMARY_LINE_MAX_LENGTH - 2 - name.length - end.length;
  const shown = key === undefined ? '' : shorten(oneLine(key), maxKeyLength);
  const line = `[${name}${shown === '' ? '' : ` ${shown}`}${end}`;
  if (excerpt.length === 0) return line;
  const lines = excerpt.slice(0, EXCERPT_MAX_LINES).map((text) => text.replaceAll('\n', ' '));
  return `${line}\n${shorten(lines.join('\n'), EXCERPT_MAX_LENGTH)}`;
}

/** The counts in a dropped notice. */
export interface DroppedNotice {
  /** Removed entries. */
  readonly dropped: number;
  /** Entries of the preserved tail. */
  readonly newest: number;
  /** Entries after the notice when it was created. */
  readonly following: number;
}

/** Formats the notice that is inserted where the first removed entry was. */
export function formatDroppedNotice({ dropped, newest, following }: DroppedNotice): string {
  const entries = dropped === 1 ? '1 entry' : `${dropped} entries`;
  const verb = dropped === 1 ? 'was' : 'were';
  return `[${entries} between here and the newest ${newest} ${verb} dropped; ${following} follow]`;
}

const DROPPED_NOTICE =
  /^\[(\d{1,9}) entr(?:y|ies) between here and the newest (\d{1,9}) (?:was|were) dropped; (\d{1,9}) follow\]$/;

/** Parses a dropped notice; `undefined` for any other text. Not proof: anyone can type one. */
export function parseDroppedNotice(text: string): DroppedNotice | undefined {
  if (text.length > 120) return undefined;
  const match = DROPPED_NOTICE.exec(text);
  if (match === null) return undefined;
  const [dropped, newest, following] = match.slice(1).map(Number);
  return { dropped: dropped!, newest: newest!, following: following! };
}

/** Formats the marker for a user message that only contained files which are included again later. */
export function formatRepeatedFileMarker(paths: readonly string[]): string {
  const shown = paths.slice(0, 3).map((path) => shorten(oneLine(path), 120));
  const more = paths.length > shown.length ? ` and ${paths.length - shown.length} more` : '';
  return `[dup of ${shown.join(', ')}${more}: included again below]`;
}

/** Returns the status of the summary of a tool result; `undefined` for any other text. Not proof: anyone can type one. */
export function parseToolSummaryStatus(text: string): ToolSummaryStatus | undefined {
  if (text.length > MARKER_MAX_LENGTH) return undefined;
  return TOOL_SUMMARY.exec(text)?.[1] as ToolSummaryStatus | undefined;
}

/** The length that a summary line of maximum length leaves for tool and key is 191. */
const TOOL_SUMMARY =
  /^\[[^\n]{1,191}: (success|error|done)(?:, \d[\d,]* [a-z]+)?\](?:\n[^\n]*){0,12}$/;
const SUMMARY_MARKERS = [
  /^\[summary(?:#[\w-]+)?: [^]*\]$/,
  /^\[truncated — \d+ chars(?:: [^]*)?\]$/,
  /^\[(?:cce:)?(?:near-)?dup of [^\n]*\]$/,
];

/** Returns whether a whole text is a marker. Not proof: use it only to leave a text unchanged. */
export function isMarker(text: string): boolean {
  if (text.length > MARKER_MAX_LENGTH) return false;
  if (parseGapMarker(text) !== undefined) return true;
  if (!text.startsWith('[')) return false;
  if (text === PRUNED_POINTER || text === DROPPED_POINTER) return true;
  if (parseToolSummaryStatus(text) !== undefined || parseDroppedNotice(text) !== undefined)
    return true;
  if (parseMediaPlaceholder(text) !== undefined) return true;
  return SUMMARY_MARKERS.some((pattern) => pattern.test(text));
}

/** Replaces white space by single spaces, and lone surrogates, which escapes in JSON can produce. */
function oneLine(text: string): string {
  return text.toWellFormed().replace(/\s+/g, ' ').trim();
}

/** Keeps both ends: the end of a path and the start of a command are most specific. */
function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const head = Math.floor((length - 1) / 2);
  const shown = `${text.slice(0, head)}…${text.slice(text.length - (length - 1 - head))}`;
  return shown.replace(LONE_SURROGATES, '');
}

const LONE_SURROGATES = /\p{Surrogate}/gu;
