/**
 * Texts that stand for something taken out. One grammar for every package, so that each recognizes all others' marks.
 *
 * Anybody can type a marker. `isMarker` may therefore only be used to leave a text alone; acting on one (restore, roll up, integrate)
 * needs proof from our own metadata or from a store's manifest.
 */

import { parseGapMarker } from './gap-markers.ts';
import { parseMediaPlaceholder } from './results/media-placeholder.ts';

/** Stands for a tool result that was pruned because newer ones of the same tool exist; running the tool again is harmless (REQ-HD-007.2, C18). */
export const PRUNED_POINTER = '[Result pruned — re-run tool to retrieve]';

/** The same for a tool whose repetition could change something: nobody is invited to run it again. */
export const DROPPED_POINTER = '[Result pruned — no longer shown]';

/** Longest text that may be taken for a marker, in UTF-16 units. */
export const MARKER_MAX_LENGTH = 1_000;

/** Longest summary line of a tool result; hosts rely on less than 200. */
const SUMMARY_LINE_MAX_LENGTH = 199;

/** Most lines of an excerpt: of a failing test run the test, the reason, the total and the last line. */
const EXCERPT_MAX_LINES = 4;

/** What a line of full length leaves for the excerpt in a marker of full length. */
const EXCERPT_MAX_LENGTH = MARKER_MAX_LENGTH - SUMMARY_LINE_MAX_LENGTH - 1;

export interface ToolSummaryParts {
  readonly tool: string;
  /** Path, command, pattern, address or query of the call. Shortened in the middle when the line would grow too long. */
  readonly key?: string;
  readonly status: 'success' | 'error';
  /** A count and a unit: `245 lines`. */
  readonly size?: string;
  /** Up to four lines of a failed result that stay readable, up to 800 characters in all (law 7). */
  readonly excerpt?: readonly string[];
}

/** One line for one tool result: `[<tool>[ <key>]: <status>[, <size>]]`, followed by what a failure said (C3). */
export function formatToolSummary({
  tool,
  key,
  status,
  size,
  excerpt = [],
}: ToolSummaryParts): string {
  const end = `: ${status}${size === undefined ? '' : `, ${size}`}]`;
  const name = shorten(oneLine(tool) || 'tool', 80);
  const room = SUMMARY_LINE_MAX_LENGTH - 2 - name.length - end.length;
  const shown = key === undefined ? '' : shorten(oneLine(key), room);
  const line = `[${name}${shown === '' ? '' : ` ${shown}`}${end}`;
  if (excerpt.length === 0) return line;
  const lines = excerpt.slice(0, EXCERPT_MAX_LINES).map((text) => text.replaceAll('\n', ' '));
  return `${line}\n${shorten(lines.join('\n'), EXCERPT_MAX_LENGTH)}`;
}

/** What a notice says of a history from which entries were dropped. */
export interface DroppedNotice {
  /** Entries that are gone. */
  readonly dropped: number;
  /** Of the entries that stay, the newest ones that were not touched. */
  readonly newest: number;
  /** Entries behind the notice when it was written. */
  readonly following: number;
}

/** Stands where the first of the dropped entries stood. */
export function formatDroppedNotice({ dropped, newest, following }: DroppedNotice): string {
  const entries = dropped === 1 ? '1 entry' : `${dropped} entries`;
  const verb = dropped === 1 ? 'was' : 'were';
  return `[${entries} between here and the newest ${newest} ${verb} dropped; ${following} follow]`;
}

const DROPPED_NOTICE =
  /^\[(\d{1,9}) entr(?:y|ies) between here and the newest (\d{1,9}) (?:was|were) dropped; (\d{1,9}) follow\]$/;

/** Reads a notice back. A claim, not proof: anybody can type one. */
export function parseDroppedNotice(text: string): DroppedNotice | undefined {
  if (text.length > 120) return undefined;
  const match = DROPPED_NOTICE.exec(text);
  if (match === null) return undefined;
  const [dropped, newest, following] = match.slice(1).map(Number);
  return { dropped: dropped!, newest: newest!, following: following! };
}

/** Stands for a human entry that held nothing but files which are included again later. */
export function formatRepeatedFileMarker(paths: readonly string[]): string {
  const shown = paths.slice(0, 3).map((path) => shorten(oneLine(path), 120));
  const more = paths.length > shown.length ? ` and ${paths.length - shown.length} more` : '';
  return `[dup of ${shown.join(', ')}${more}: included again below]`;
}

/** Whether a text is the summary of a failed call. A claim, not proof: good enough to leave something as it is. */
export function isErrorSummary(text: string): boolean {
  return text.length <= MARKER_MAX_LENGTH && ERROR_SUMMARY.test(text);
}

/** Whether a text is the one line for a call that succeeded. A claim, not proof: good enough where any result could become such a line. */
export function isSuccessSummary(text: string): boolean {
  return text.length <= SUMMARY_LINE_MAX_LENGTH && SUCCESS_SUMMARY.test(text);
}

/** As long as tool and key can be in a line of full length. */
const ERROR_SUMMARY = /^\[[^\n]{1,190}: error(?:, \d[\d,]* [a-z]+)?\](?:\n[^\n]*){0,4}$/;
const SUCCESS_SUMMARY = /^\[[^\n]{1,190}: success(?:, \d[\d,]* [a-z]+)?\]$/;
const TOOL_SUMMARY = /^\[[^\n]{1,190}: (?:success|error)(?:, \d[\d,]* [a-z]+)?\](?:\n[^\n]*){0,4}$/;
const SUMMARY_FAMILIES = [
  /^\[summary(?:#[\w-]+)?: [^]*\]$/,
  /^\[truncated — \d+ chars(?:: [^]*)?\]$/,
  /^\[(?:cce:)?(?:near-)?dup of [^\n]*\]$/,
];

/** Whether a whole text is one of our marks. Use it only to leave the text as it is. */
export function isMarker(text: string): boolean {
  if (text.length > MARKER_MAX_LENGTH) return false;
  if (parseGapMarker(text) !== undefined) return true;
  if (!text.startsWith('[')) return false;
  if (text === PRUNED_POINTER || text === DROPPED_POINTER) return true;
  if (TOOL_SUMMARY.test(text) || parseDroppedNotice(text) !== undefined) return true;
  if (parseMediaPlaceholder(text) !== undefined) return true;
  return SUMMARY_FAMILIES.some((family) => family.test(text));
}

/** On one line, and without halves of characters: what a call was about may be read out of JSON that escapes them. */
function oneLine(text: string): string {
  return text.toWellFormed().replace(/\s+/g, ' ').trim();
}

/** Keeps both ends: a path tells most at its end, a command at its start. */
function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const head = Math.floor((length - 1) / 2);
  return `${cut(text, 0, head)}…${cut(text, text.length - (length - 1 - head), text.length)}`;
}

/** A slice that never splits a surrogate pair. */
function cut(text: string, start: number, end: number): string {
  const from = isLowSurrogate(text, start) ? start + 1 : start;
  const to = isLowSurrogate(text, end) ? end - 1 : end;
  return text.slice(from, to);
}

function isLowSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
