import { findDuplicates, findNearDuplicates } from '@palimpsest/engine/dedup';
import { describeValue, isMarker, type Duplicate } from '@palimpsest/core-types';
import { checkMessages } from './check-messages.ts';
import { InvalidInputError } from './invalid-input-error.ts';
import { holdOf, textOf, type Message } from './message.ts';

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
  return annotations(findDuplicates(texts, { recencyStart: startIn(messages, recencyStart) }));
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
    throw new InvalidInputError(
      `threshold: expected a minimum share of equal lines, above 0 and at most 1, got ${describeValue(threshold)}.`,
      'INVALID_THRESHOLD',
    );
  }
  const texts = comparableTexts(messages, preserveRoles);
  const known = Array.from(exact, ([index, { duplicateOfIndex: of, contentLength: length }]) => {
    return [index, { of, length }] as const;
  });
  return annotations(
    findNearDuplicates(texts, {
      recencyStart: startIn(messages, recencyStart),
      threshold,
      exact: new Map(known),
    }),
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
    return holdOf(message, roles) !== undefined || isMarker(text) ? undefined : text;
  });
}

function startIn(messages: readonly Message[], recencyStart: number): number {
  if (typeof recencyStart !== 'number' || Number.isNaN(recencyStart)) {
    throw new InvalidInputError(
      `recencyStart: expected the index of the first message of the window (messages.length: no window), got ${describeValue(recencyStart)}.`,
      'INVALID_RECENCY_START',
    );
  }
  return Math.min(messages.length, Math.max(0, Math.ceil(recencyStart)));
}

function annotations(
  found: ReadonlyMap<number, Duplicate & { readonly similarity?: number }>,
): Map<number, DuplicateAnnotation> {
  const result = new Map<number, DuplicateAnnotation>();
  for (const [index, { of, length, similarity }] of found) {
    result.set(index, {
      duplicateOfIndex: of,
      contentLength: length,
      ...(similarity !== undefined && { similarity }),
    });
  }
  return result;
}
