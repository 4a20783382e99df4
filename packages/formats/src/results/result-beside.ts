import {
  parseMediaPlaceholder,
  readResultMedia,
  resultParts,
  withSoleText,
  type ResultMedia,
} from '@palimpsest/core-types';
import { isMedia, isPartList, isTextPart, takeMedia } from './result-pieces.ts';
import { readNotes, writeNotes } from './result-notes.ts';
import { isObject, listOf } from '../values.ts';

/** A result in formats that hold it as one value, with its media in a separate list. */
export interface Answer {
  readonly value: unknown;
  readonly beside: readonly unknown[];
}

/** Joins value and list into one result. A media placeholder in the value, and a value that is a text, become parts of the list. */
export function readAnswer({ value, beside }: Answer): unknown {
  const { said, notes } = readNotes(value);
  if (notes.length + beside.length === 0) return value;
  const parts = [...notes.map((text) => ({ text })), ...beside];
  if (isNothing(said)) return parts;
  return [typeof said === 'string' ? { text: said } : said, ...parts];
}

/**
 * Splits a result again: media goes to the list if `writeMedia` accepts it, otherwise a placeholder goes to the value.
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
  // The value of a tool is unchanged, whatever it contains.
  if (isWithin || !(before !== undefined || resultParts(result).some(isMedia))) {
    return { value: result, beside: [] };
  }
  const elements = before !== undefined || isPartList(result) ? listOf(result) : [result];
  const own = new Set(before?.beside);
  // If the list accepts texts, it accepts placeholders.
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

/** Returns whether a part represents media of the list. */
function isPlaceholder(part: unknown): part is { readonly text: string } {
  return isTextPart(part) && parseMediaPlaceholder(part.text) !== undefined;
}

/** Returns a text that represents a value in the value's own kind. */
function valueOf(element: unknown, before: unknown): unknown {
  if (!isTextPart(element)) return element;
  return isObject(before) ? withSoleText(before, element.text) : element.text;
}

/** Returns whether an element is the value of the tool, even if it looks like a part. */
function isValue(element: unknown, before: unknown): boolean {
  return isObject(element) && isObject(before) && (!isTextPart(element) || isTextPart(before));
}
