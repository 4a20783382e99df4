import {
  containedPath,
  holdsContent,
  isContentList,
  isOneValue,
  isTextPart,
  isUnknownPart,
} from './content-shapes.ts';
import { isRecord } from './is-record.ts';
import type { ResultMedia } from './media-facts.ts';
import { readResultMedia } from './read-result-media.ts';

/** Path from a result to a value in it. */
export type ResultPath = readonly (string | number)[];

/** One part of a tool result, with its path. */
export type ResultPart =
  /** `path` leads to the string itself. */
  | { readonly type: 'text'; readonly path: ResultPath; readonly text: string }
  /** `path` leads to the part that is the media. */
  | { readonly type: 'media'; readonly path: ResultPath; readonly media: ResultMedia }
  | {
      readonly type: 'json';
      readonly path: ResultPath;
      readonly value: unknown;
      /** A provider's part of an unknown kind: it is never changed. */
      readonly isFixed?: true;
    };

const known = new WeakMap<object, readonly ResultPart[]>();

/**
 * Returns the parts of a tool result, in order. A string is one text; a list of content parts is read part by part, and so is a record that
 * contains such a list or media. Any other value is one JSON part. Cached by the identity of `result`.
 */
export function resultParts(result: unknown): readonly ResultPart[] {
  if (typeof result === 'string') return [{ type: 'text', path: [], text: result }];
  if (typeof result !== 'object' || result === null) {
    return result === undefined || result === null ? [] : [jsonPart(result, [])];
  }
  const remembered = known.get(result);
  if (remembered !== undefined) return remembered;
  const parts: ResultPart[] = [];
  readResult(result, parts);
  known.set(result, parts);
  return parts;
}

function readResult(result: object, parts: ResultPart[]): void {
  if (readPart(result, [], parts)) return;
  const text = soleMember(result);
  if (text === undefined) parts.push(jsonPart(result, []));
  else parts.push({ type: 'text', path: [text.key], text: text.text });
}

/** Returns the only member of a record if it is a text. */
export function soleMember(
  result: object,
): { readonly key: string; readonly text: string } | undefined {
  if (!isRecord(result) || isOneValue(result)) return undefined;
  const [entry, ...others] = Object.entries(result);
  if (entry === undefined || others.length > 0 || typeof entry[1] !== 'string') return undefined;
  return { key: entry[0], text: entry[1] };
}

/** Content is not nested more deeply. Ends circular references. */
const DEEPEST = 8;

/** Reads a part, a list of parts or a record that contains them; returns whether the value is one of these. */
function readPart(value: unknown, path: ResultPath, parts: ResultPart[]): boolean {
  if (path.length > DEEPEST) return false;
  const media = readResultMedia(value);
  if (media !== undefined) parts.push({ type: 'media', path, media });
  else if (isTextPart(value))
    parts.push({ type: 'text', path: [...path, 'text'], text: value.text });
  else if (isContentList(value)) {
    for (const [index, element] of value.entries()) readElement(element, [...path, index], parts);
  } else {
    const inner = containedPath(value);
    if (inner !== undefined) readElement(valueAt(value, inner), [...path, ...inner], parts);
    else if (holdsContent(value)) readMembers(value as Record<string, unknown>, path, parts);
    else return false;
  }
  return true;
}

function readElement(value: unknown, path: ResultPath, parts: ResultPart[]): void {
  if (typeof value === 'string') parts.push({ type: 'text', path, text: value });
  else if (isUnknownPart(value)) parts.push({ type: 'json', path, value, isFixed: true });
  else if (!readPart(value, path, parts)) parts.push(jsonPart(value, path));
}

function readMembers(
  record: Readonly<Record<string, unknown>>,
  path: ResultPath,
  parts: ResultPart[],
): void {
  for (const [key, value] of Object.entries(record)) {
    const place = [...path, key];
    if (typeof value === 'string') parts.push({ type: 'text', path: place, text: value });
    else if (typeof value === 'object' && value !== null && !readPart(value, place, parts)) {
      parts.push(jsonPart(value, place));
    }
  }
}

function jsonPart(value: unknown, path: ResultPath): ResultPart {
  return { type: 'json', path, value };
}

/** Returns the value at a path. */
export function valueAt(result: unknown, path: ResultPath): unknown {
  let value = result;
  for (const key of path) value = (value as Readonly<Record<string | number, unknown>>)[key];
  return value;
}
