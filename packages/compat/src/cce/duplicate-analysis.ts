import { findDuplicates, findNearDuplicates } from '@palimpsest/engine/dedup';
import { isMarker, type Duplicate } from '@palimpsest/core-types';
import { checkMessages, unexpected } from './invalid-input-error.ts';
import { mustStay, textOf, type Message } from './message.ts';

/** A message whose text equals, or nearly equals, that of another message. */
interface DuplicateAnnotation {
  /** Index of the message that is kept. */
  duplicateOfIndex: number;
  /** Length of the duplicate, in UTF-16 units. */
  contentLength: number;
  /** Share of equal lines, 0 to 1; only for near duplicates. */
  similarity?: number;
}

/**
 * Finds messages of at least 200 UTF-16 units whose text equals that of another one. Of each group, the first message in the recency window is
 * kept, or the latest if none is in it. Messages in the window, of preserved roles, with tool calls, and markers are never duplicates.
 *
 * @param recencyStart index of the first message of the window
 * @param preserveRoles roles whose messages stay unchanged
 * @returns annotations by index in `messages`
 */
export function analyzeDuplicates(
  messages: readonly Message[],
  recencyStart: number,
  preserveRoles: Iterable<string>,
): Map<number, DuplicateAnnotation> {
  const texts = comparableTexts(messages, preserveRoles);
  return annotate(findDuplicates(texts, { recencyStart: startIn(messages, recencyStart) }));
}

/**
 * Finds messages whose lines nearly equal those of a message that is kept. Not transitive: `similarity` compares a message with the one that
 * its annotation names, and is at least `threshold`.
 *
 * @param exact the result of `analyzeDuplicates`; these messages are skipped
 * @param threshold minimum share of equal lines, above 0, at most 1
 */
export function analyzeFuzzyDuplicates(
  messages: readonly Message[],
  recencyStart: number,
  preserveRoles: Iterable<string>,
  exact: ReadonlyMap<number, DuplicateAnnotation>,
  threshold = 0.85,
): Map<number, DuplicateAnnotation> {
  if (!(threshold > 0 && threshold <= 1)) {
    const expected = 'a minimum share of equal lines, above 0 and at most 1';
    throw unexpected('threshold', expected, threshold, 'INVALID_THRESHOLD');
  }
  const texts = comparableTexts(messages, preserveRoles);
  const known = Array.from(exact, ([index, { duplicateOfIndex: of, contentLength: length }]) => {
    return [index, { of, length }] as const;
  });
  const start = startIn(messages, recencyStart);
  return annotate(
    findNearDuplicates(texts, { recencyStart: start, threshold, exact: new Map(known) }),
  );
}

function comparableTexts(
  messages: readonly Message[],
  preserveRoles: Iterable<string>,
): (string | undefined)[] {
  checkMessages(messages);
  const roles = new Set(preserveRoles);
  return messages.map((message) => {
    const text = textOf(message);
    return mustStay(message, roles) || isMarker(text) ? undefined : text;
  });
}

function startIn(messages: readonly Message[], recencyStart: number): number {
  if (typeof recencyStart !== 'number' || Number.isNaN(recencyStart)) {
    const expected = 'the index of the first message of the window (messages.length: no window)';
    throw unexpected('recencyStart', expected, recencyStart, 'INVALID_RECENCY_START');
  }
  return Math.min(messages.length, Math.max(0, Math.ceil(recencyStart)));
}

function annotate(
  found: ReadonlyMap<number, Duplicate & { readonly similarity?: number }>,
): Map<number, DuplicateAnnotation> {
  return new Map(
    Array.from(found, ([index, { of: duplicateOfIndex, length: contentLength, similarity }]) => [
      index,
      { duplicateOfIndex, contentLength, ...(similarity !== undefined && { similarity }) },
    ]),
  );
}
