/** Objects nested deeper than this are left to JSON as they are. */
const DEEPEST = 200;

/** The one field of an object that stands for bytes; or, with an array of one, for an object that has such a field itself. */
const BYTES = '$palimpsest.bytes';

/** Keeps a call's arguments few, however many bytes there are. */
const CHUNK = 0x8000;

type Mapping = (object: object, map: (value: unknown) => unknown) => unknown;

/** A value whose bytes (`Uint8Array`, a `Buffer` too) are text, so that JSON can say them. The same value where it holds none. */
export function withBytesAsText(value: unknown): unknown {
  return mapped(value, (object, map) => {
    if (object instanceof Uint8Array) return { [BYTES]: toBase64(object) };
    return isMarked(object) ? { [BYTES]: [map(object[BYTES])] } : undefined;
  });
}

/** The way back. The same value where it holds no such text. */
export function withTextAsBytes(value: unknown): unknown {
  return mapped(value, (object, map) => {
    if (!isMarked(object)) return undefined;
    const marked = object[BYTES];
    if (typeof marked === 'string') return fromBase64(marked);
    return Array.isArray(marked) && marked.length === 1 ? { [BYTES]: map(marked[0]) } : undefined;
  });
}

function isMarked(object: object): object is { readonly [BYTES]: unknown } {
  return Object.hasOwn(object, BYTES) && Object.keys(object).length === 1;
}

/** Replaces objects somewhere inside a value, copying only what leads to them. */
function mapped(value: unknown, mapping: Mapping, depth: number = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  const map = (inner: unknown): unknown => mapped(inner, mapping, depth + 1);
  const replacement = mapping(value, map);
  if (replacement !== undefined) return replacement;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const inner = Array.from(items, map);
    return inner.some((item, index) => item !== items[index]) ? inner : items;
  }
  // What says itself how it becomes JSON, as a date does, is asked by JSON.
  if (ArrayBuffer.isView(value) || ('toJSON' in value && typeof value.toJSON === 'function'))
    return value;
  const fields: readonly (readonly [name: string, field: unknown])[] = Object.entries(value);
  const inner = fields.map(([name, field]) => [name, map(field)] as const);
  return inner.some(([, field], index) => field !== fields[index]![1])
    ? Object.fromEntries(inner)
    : value;
}

function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += CHUNK) {
    parts.push(String.fromCharCode(...bytes.subarray(start, start + CHUNK)));
  }
  return btoa(parts.join(''));
}

/** `undefined` for text that is no base64: then it never was bytes. */
function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.codePointAt(0)!);
  } catch {
    return undefined;
  }
}
