import type { MediaBlock, ResultBlock } from '../content.ts';
import { isRecord } from './is-record.ts';

/** Path from a result to a value in it. */
export type ResultPath = readonly (string | number)[];

/** One part of a tool result, with its path. */
export type ResultPart =
  /** `path` leads to the string itself. */
  | { readonly type: 'text'; readonly path: ResultPath; readonly text: string }
  /** `path` leads to the media block. */
  | { readonly type: 'media'; readonly path: ResultPath; readonly media: MediaBlock }
  /** `path` leads to the value itself. */
  | {
      readonly type: 'json';
      readonly path: ResultPath;
      readonly value: unknown;
      /** A part of a kind that only its format knows: it is never changed. */
      readonly isFixed?: true;
    };

/** Parts by result. */
const cachedParts = new WeakMap<object, readonly ResultPart[]>();

/**
 * Returns the parts of a tool result, in order: of a list of blocks one for each, of a string, or of a record or list that is one text, that
 * text, and of any other value one with the whole value as JSON. Cached by the identity of `result`.
 */
export function resultParts(result: unknown): readonly ResultPart[] {
  if (result === undefined || result === null) return [];
  if (typeof result === 'string') return [{ type: 'text', path: [], text: result }];
  if (typeof result !== 'object') return [{ type: 'json', path: [], value: result }];
  let parts = cachedParts.get(result);
  if (parts === undefined) {
    parts = isBlockList(result) ? result.map(readElement) : [readSoleValue(result)];
    cachedParts.set(result, parts);
  }
  return parts;
}

/** Returns whether a result is a list of blocks: at least one of its elements is one. */
export function isBlockList(result: unknown): result is readonly unknown[] {
  return Array.isArray(result) && result.some(isResultBlock);
}

/** Returns whether an element of a result is a block. */
export function isResultBlock(value: unknown): value is ResultBlock {
  if (!isRecord(value)) return false;
  const { type, text, data, mimeType } = value;
  if (type === 'text') return typeof text === 'string';
  if (type === 'media') return typeof data === 'string' && typeof mimeType === 'string';
  return type === 'json' && Object.hasOwn(value, 'value');
}

function readElement(element: unknown, index: number): ResultPart {
  if (typeof element === 'string') return { type: 'text', path: [index], text: element };
  if (!isResultBlock(element)) {
    const isFixed = isRecord(element) && typeof element['type'] === 'string';
    const part = { type: 'json', path: [index], value: element } as const;
    return isFixed ? { ...part, isFixed } : part;
  }
  if (element.type === 'text') return { type: 'text', path: [index, 'text'], text: element.text };
  if (element.type === 'media') return { type: 'media', path: [index], media: element };
  const { value, isFixed } = element;
  const part = { type: 'json', path: [index, 'value'], value } as const;
  return isFixed === true ? { ...part, isFixed } : part;
}

function readSoleValue(value: object): ResultPart {
  const [entry, ...others] = Object.entries(value) as [string, unknown][];
  const [key, text] = entry ?? [];
  if (key === undefined || typeof text !== 'string' || others.length > 0 || isOneValue(value)) {
    return { type: 'json', path: [], value };
  }
  return { type: 'text', path: [Array.isArray(value) ? 0 : key], text };
}

/** Returns whether a record represents one value, such as a date or a URL, and has no members to read. */
function isOneValue(record: object): boolean {
  return typeof (record as { readonly toJSON?: unknown }).toJSON === 'function';
}

/**
 * Returns the result with some of its parts replaced: a text by a text, JSON by another value or a text, media by a text. Unchanged members are
 * the same objects, and so is an unchanged result.
 */
export function replaceResultParts(
  result: unknown,
  edits: ReadonlyMap<ResultPart, unknown>,
): unknown {
  let root = result;
  const copies = new Set<unknown>();
  for (const [{ type, path }, value] of edits) {
    // In a list of blocks, a text replaces the whole block.
    const isNewBlock = type !== 'text' && typeof value === 'string' && path.length > 0;
    root = isNewBlock
      ? replaceAt(root, path.slice(0, 1), { type: 'text', text: value }, copies)
      : replaceAt(root, path, value, copies);
  }
  return root;
}

/** Replaces the value at a path. Copies each container once, however many of its parts are replaced. */
function replaceAt(
  holder: unknown,
  [key, ...rest]: ResultPath,
  value: unknown,
  copies: Set<unknown>,
): unknown {
  if (key === undefined) return value;
  const original = (holder as Readonly<Record<string | number, unknown>>)[key];
  const replacement = replaceAt(original, rest, value, copies);
  if (Object.is(original, replacement)) return holder;
  const copy = copies.has(holder)
    ? (holder as object)
    : Array.isArray(holder)
      ? [...(holder as unknown[])]
      : { ...(holder as object) };
  copies.add(copy);
  // An assignment to `__proto__` would change the prototype.
  const attributes = { writable: true, enumerable: true, configurable: true };
  return Object.defineProperty(copy, key, { ...attributes, value: replacement });
}
