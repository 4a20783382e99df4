import {
  dataAddressKind,
  encryptedTokens,
  looksLikeBase64,
  MEDIA_TOKENS,
  mediaKind,
} from './media-tokens.ts';
import type { MediaKind } from './media-tokens.ts';

/** Names of members with encrypted or signed data. */
const SEALED = /encrypted|signature/i;

const TYPE_KEYS = ['mimeType', 'media_type', 'mime_type', 'mediaType', 'type'] as const;
const DATA_KEYS: ReadonlySet<string> = new Set(
  'data base64 b64_json bytes blob image audio video file file_data image_data result'.split(' '),
);

/** After this many pieces, an object that occurs several times is written only once. */
const MAX_PIECES = 1_000_000;

interface Frame {
  readonly container: object;
  readonly keys: readonly string[] | undefined;
  readonly values: readonly unknown[];
  /** Kind of an attachment in this container, by the closest type. */
  readonly kind: MediaKind | undefined;
  next: number;
}

/**
 * Formats a value as the JSON that is sent. Unlike `JSON.stringify` it accepts any depth, circular references and big integers, and can
 * omit the bytes of attachments, encrypted data, and texts that look like base64.
 *
 * @returns the text, and the tokens of what was omitted
 */
export function jsonText(
  root: unknown,
  { withoutMedia = false }: { readonly withoutMedia?: boolean } = {},
): { readonly text: string; readonly mediaTokens: number } {
  if (!withoutMedia && isFlat(root)) {
    return { text: JSON.stringify(root), mediaTokens: 0 };
  }
  const parts: string[] = [];
  const frames: Frame[] = [];
  const inside = new Set<object>();
  const seen = new Set<object>();
  let mediaTokens = 0;

  const put = (part: string): unknown => parts.push(part);
  const putText = (text: string, key: string | undefined, kind: MediaKind | undefined): void => {
    const isBinary = withoutMedia && looksLikeBase64(text);
    const isAttachment = key !== undefined && kind !== undefined && DATA_KEYS.has(key);
    const address = withoutMedia ? dataAddressKind(text) : undefined;
    const isSealed = withoutMedia && key !== undefined && SEALED.test(key);
    const found = isBinary && isAttachment && !isSealed ? kind : address;
    if (found !== undefined) mediaTokens += MEDIA_TOKENS[found];
    else if (isBinary || isSealed) mediaTokens += encryptedTokens(text.length);
    const isLeftOut = isBinary || isSealed || found !== undefined;
    put(isLeftOut ? '""' : JSON.stringify(text));
  };
  /** Circular references, and values that repeat so often that writing them would not end. */
  const isOmitted = (value: object): boolean =>
    inside.has(value) || (parts.length > MAX_PIECES && seen.has(value));
  const open = (container: object, kind: MediaKind | undefined): void => {
    inside.add(container);
    seen.add(container);
    if (Array.isArray(container)) {
      frames.push({ container, keys: undefined, values: container, kind, next: 0 });
      put('[');
      return;
    }
    const keys: string[] = [];
    const values: unknown[] = [];
    for (const key of Object.keys(container)) {
      const value: unknown = (container as Readonly<Record<string, unknown>>)[key];
      if (!isWritten(value)) continue;
      keys.push(key);
      values.push(value);
    }
    frames.push({ container, keys, values, kind: declaredKind(container) ?? kind, next: 0 });
    put('{');
  };
  const putValue = (given: unknown, key?: string, kind?: MediaKind): void => {
    const value = plainValue(given);
    if (typeof value === 'string') putText(value, key, kind);
    else if (typeof value === 'number') put(Number.isFinite(value) ? `${value}` : 'null');
    else if (typeof value === 'boolean' || typeof value === 'bigint') put(`${value}`);
    else if (typeof value !== 'object' || value === null || isOmitted(value)) put('null');
    else if (ArrayBuffer.isView(value)) mediaTokens += MEDIA_TOKENS[kind ?? 'other'];
    else open(value, kind);
  };

  putValue(root);
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const index = frame.next;
    frame.next += 1;
    if (index === frame.values.length) {
      put(frame.keys === undefined ? ']' : '}');
      frames.pop();
      inside.delete(frame.container);
      continue;
    }
    const key = frame.keys?.[index];
    if (index > 0) put(',');
    if (key !== undefined) put(`${JSON.stringify(key)}:`);
    putValue(frame.values[index], key, frame.kind);
  }
  return { text: parts.join(''), mediaTokens };
}

/** Returns whether a value is a plain object or an array of texts, numbers, booleans and `null`, as most arguments are. */
function isFlat(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && !Array.isArray(value)) return false;
  for (const key in value) {
    const member: unknown = (value as Readonly<Record<string, unknown>>)[key];
    const type = typeof member;
    if (type !== 'string' && type !== 'number' && type !== 'boolean' && member !== null)
      return false;
  }
  return true;
}

/** Returns the kind of media that a record declares with its type or MIME type. */
function declaredKind(record: object): MediaKind | undefined {
  for (const key of TYPE_KEYS) {
    const type: unknown = (record as Readonly<Record<string, unknown>>)[key];
    const kind = typeof type === 'string' ? mediaKind(type) : undefined;
    if (kind !== undefined) return kind;
  }
  return undefined;
}

function isWritten(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
}

/** Returns what `toJSON` returns, as for dates and URLs. */
function plainValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  const probe: { readonly toJSON?: unknown } = value;
  if (typeof probe.toJSON !== 'function') return value;
  try {
    return (probe as { toJSON: () => unknown }).toJSON();
  } catch {
    return undefined;
  }
}
