import { defined, type IContent } from '@palimpsest/core-types';
import { parseSaved, FORMAT, SAVED_HISTORY } from '../saved-state.ts';
import { assertEntries } from './assert-entries.ts';

/** Maximum nesting depth at which bytes are converted; deeper values stay unchanged. */
const MAX_DEPTH = 200;

/** Key of an object that encodes bytes, as its only field. An array of one value escapes an object that has this key itself. */
const BYTES = '$palimpsest.bytes';

/** Bytes per call of `String.fromCharCode`, which limits its arguments. */
const CHUNK_BYTES = 0x8000;

/** A history for `JSON.stringify`. */
export interface HistoryJson {
  readonly kind: 'palimpsest.conversation-history';
  readonly format: typeof FORMAT;
  readonly id?: string;
  readonly version: number;
  readonly entries: readonly unknown[];
}

export function historyToJson(
  id: string | undefined,
  version: number,
  entries: readonly IContent[],
): HistoryJson {
  return {
    kind: 'palimpsest.conversation-history',
    format: FORMAT,
    ...defined({ id }),
    version,
    entries: entries.map(bytesToText),
  };
}

/** @throws {OptionError} `INVALID_HISTORY_JSON` or `INVALID_ENTRY`, with the path of the problem */
export function historyFromJson(json: unknown): {
  readonly id: string | undefined;
  readonly version: number;
  readonly entries: readonly IContent[];
} {
  const saved = parseSaved(SAVED_HISTORY, json, { code: 'INVALID_HISTORY_JSON' });
  const entries = saved.entries.map(textToBytes);
  assertEntries(entries, 'json.entries');
  return { id: saved.id, version: saved.version, entries };
}

/** Returns the value with each `Uint8Array` as base64 text; the same value if it has none. */
function bytesToText(value: unknown): unknown {
  return mapObjects(value, (object, map) => {
    if (object instanceof Uint8Array) return { [BYTES]: toBase64(object) };
    return hasOnlyBytes(object) ? { [BYTES]: [map(object[BYTES])] } : undefined;
  });
}

/** Reverses `bytesToText`. */
function textToBytes(value: unknown): unknown {
  return mapObjects(value, (object, map) => {
    if (!hasOnlyBytes(object)) return undefined;
    const encoded = object[BYTES];
    if (typeof encoded === 'string') return fromBase64(encoded);
    return Array.isArray(encoded) && encoded.length === 1
      ? { [BYTES]: map(encoded[0]) }
      : undefined;
  });
}

function hasOnlyBytes(object: object): object is { readonly [BYTES]: unknown } {
  return Object.hasOwn(object, BYTES) && Object.keys(object).length === 1;
}

/** Replaces objects inside a value for which `replace` returns one. Copies only the path to them. */
function mapObjects(
  value: unknown,
  replace: (object: object, map: (value: unknown) => unknown) => unknown,
  depth: number = 0,
): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  const map = (inner: unknown): unknown => mapObjects(inner, replace, depth + 1);
  const replacement = replace(value, map);
  if (replacement !== undefined) return replacement;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const mapped = Array.from(items, map);
    return mapped.some((item, index) => item !== items[index]) ? mapped : items;
  }
  // Left to JSON.stringify: other binary views, and objects with toJSON, such as dates.
  if (ArrayBuffer.isView(value) || ('toJSON' in value && typeof value.toJSON === 'function'))
    return value;
  const fields: readonly (readonly [name: string, field: unknown])[] = Object.entries(value);
  const mapped = fields.map(([name, field]) => [name, map(field)] as const);
  return mapped.some(([, field], index) => field !== fields[index]![1])
    ? Object.fromEntries(mapped)
    : value;
}

function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    parts.push(String.fromCharCode(...bytes.subarray(start, start + CHUNK_BYTES)));
  }
  return btoa(parts.join(''));
}

/** Returns `undefined` for text that is not base64: it never was bytes. */
function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.codePointAt(0)!);
  } catch {
    return undefined;
  }
}
