import {
  parseMediaPlaceholder,
  readResultMedia,
  resultParts,
  withSoleText,
  type ResultMedia,
} from '@palimpsest/core-types';
import { isMedia, isPartList, isTextPart, takeMedia } from './result-pieces.ts';
import { readNotes, writeNotes } from './result-notes.ts';
import { isObject, listOf } from './values.ts';

/** What a tool answered, in formats that hold it as one value with its media in a list beside. */
export interface Answer {
  readonly value: unknown;
  readonly beside: readonly unknown[];
}

/**
 * Returns one result of both: the value, then what stands beside it. A note in the value of what once stood beside it, and a value that is a
 * text, become parts of that list.
 */
export function readAnswer({ value, beside }: Answer): unknown {
  const { said, notes } = readNotes(value);
  if (notes.length + beside.length === 0) return value;
  const parts = [...notes.map((text) => ({ text })), ...beside];
  if (isNothing(said)) return parts;
  return [typeof said === 'string' ? { text: said } : said, ...parts];
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
  const { said, notes: known } = readNotes(before?.value);
  const hasBeside = before !== undefined && known.length + before.beside.length > 0;
  const isWithin = before !== undefined && (!hasBeside || !Array.isArray(result));
  // The value of a tool stays as it is, whatever stands in it.
  if (isWithin || !(before !== undefined || resultParts(result).some(isMedia))) {
    return { value: result, beside: [] };
  }
  const elements = before !== undefined || isPartList(result) ? listOf(result) : [result];
  const own = new Set(before?.beside);
  // Where texts have a place beside the value, so has a placeholder.
  const takesText = before?.beside.some(isTextPart) === true;
  const isFirst = isValue(elements[0], said);
  const values: unknown[] = [];
  const notes: string[] = [];
  const beside: unknown[] = [];
  for (const [index, element] of elements.entries()) {
    const isBehind = before !== undefined && (index > 0 || isNothing(said));
    if (index === 0 && isFirst) values.push(element);
    else if (own.has(element) || (isBehind && takesText && isTextPart(element))) {
      beside.push(element);
    } else {
      const { shown, taken } = takeMedia(element, writeMedia);
      for (const part of taken.values()) beside.push(part);
      if (taken.size > 0 && readResultMedia(element) !== undefined) continue;
      if (isBehind && isPlaceholder(shown)) notes.push(shown.text);
      else values.push(shown);
    }
  }
  const [only = '', ...others] = values;
  const head = isFirst ? only : valueOf(only, said);
  const isText = before !== undefined && others.every(isTextPart);
  const value = isText
    ? writeNotes({ said: head, texts: others.map(({ text }) => text), notes })
    : undefined;
  return { value: value ?? [...values, ...notes.map((text) => ({ text }))], beside };
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Whether a part of a result stands for media that was beside its value. */
function isPlaceholder(part: unknown): part is { readonly text: string } {
  return isTextPart(part) && parseMediaPlaceholder(part.text) !== undefined;
}

/** A text that stands for a value stays of the value's kind. */
function valueOf(element: unknown, before: unknown): unknown {
  if (!isTextPart(element)) return element;
  return isObject(before) ? withSoleText(before, element.text) : element.text;
}

/** Whether an element is the value that a tool answered with, even if that looks like a part. */
function isValue(element: unknown, before: unknown): boolean {
  return isObject(element) && isObject(before) && (!isTextPart(element) || isTextPart(before));
}
