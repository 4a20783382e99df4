import { readResultMedia, resultParts, type ResultMedia } from '@palimpsest/core-types';
import { isMedia, isPartList, isTextPart, takeMedia } from './result-pieces.ts';
import { isObject, listOf } from './values.ts';

/** What a tool answered, in formats that hold it as one value with its media in a list beside. */
export interface Answer {
  readonly value: unknown;
  readonly beside: readonly unknown[];
}

/** Reads both as one result: the value, and behind it what stands beside. A text becomes a part of that list. */
export function readAnswer({ value, beside }: Answer): unknown {
  if (beside.length === 0) return value;
  if (value === undefined || value === null || value === '') return beside;
  return [typeof value === 'string' ? { text: value } : value, ...beside];
}

/**
 * Takes a result apart again: media stands beside the value as far as `writeMedia` takes it, and as a placeholder in it otherwise.
 *
 * @param before the answer that the result was read from
 */
export function writeAnswer(
  result: unknown,
  before: Answer | undefined,
  writeMedia: (media: ResultMedia) => unknown,
): Answer {
  const isWithin = before !== undefined && (before.beside.length === 0 || !Array.isArray(result));
  // The value of a tool stays as it is, whatever stands in it.
  if (isWithin || !(before !== undefined || resultParts(result).some(isMedia))) {
    return { value: result, beside: [] };
  }
  const elements = before !== undefined || isPartList(result) ? listOf(result) : [result];
  const known = new Set(before?.beside);
  // Where texts have a place beside the value, so has a placeholder.
  const takesText = before?.beside.some(isTextPart) === true;
  const hasText = typeof before?.value === 'string' && before.value !== '';
  const isFirst = isValue(elements[0], before?.value);
  const values: unknown[] = [];
  const beside: unknown[] = [];
  for (const [index, element] of elements.entries()) {
    if (index === 0 && isFirst) values.push(element);
    else if (known.has(element)) beside.push(element);
    else if (takesText && isTextPart(element) && (index > 0 || !hasText)) beside.push(element);
    else {
      const { shown, taken } = takeMedia(element, writeMedia);
      for (const part of taken.values()) beside.push(part);
      if (taken.size === 0 || readResultMedia(element) === undefined) values.push(shown);
    }
  }
  const [only = '', ...others] = values;
  if (others.length > 0) return { value: values, beside };
  return { value: !isFirst && isTextPart(only) ? only.text : only, beside };
}

/** Whether an element is the value that a tool answered with, even if that looks like a part. */
function isValue(element: unknown, before: unknown): boolean {
  return isObject(element) && isObject(before) && (!isTextPart(element) || isTextPart(before));
}
