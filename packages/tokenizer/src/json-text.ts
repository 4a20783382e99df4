import { dataAddressKind, looksLikeBase64, MEDIA_TOKENS, mediaKind } from './media-tokens.ts';
import type { MediaKind } from './media-tokens.ts';

const TYPE_KEYS = ['mimeType', 'media_type', 'mime_type', 'mediaType', 'type'] as const;
const DATA_KEYS: ReadonlySet<string> = new Set(
  'data base64 b64_json bytes blob image audio video file file_data image_data result'.split(' '),
);

export interface JsonText {
  /** The value as JSON, attachments left out. */
  readonly text: string;
  /** Tokens of the attachments that were left out. */
  readonly mediaTokens: number;
}

export interface JsonTextOptions {
  /** Stops after about so many characters. @default no limit */
  readonly maxLength?: number;
  /** Leaves out everything that looks like base64. @default false */
  readonly withoutBase64?: boolean;
}

/** A container that is being written. */
interface Frame {
  readonly keys: readonly string[] | undefined;
  readonly values: readonly unknown[];
  /** What an attachment in here would be, as the nearest type says. */
  readonly kind: MediaKind | undefined;
  next: number;
}

/**
 * A value as JSON text for counting, without the bytes of attachments. Unlike `JSON.stringify` it takes any depth, circles and big
 * integers; an object that occurs twice is written once.
 */
export function jsonText(
  root: unknown,
  { maxLength = Infinity, withoutBase64 = false }: JsonTextOptions = {},
): JsonText {
  const parts: string[] = [];
  const frames: Frame[] = [];
  const seen = new Set<object>();
  let mediaTokens = 0;
  let room = maxLength;

  const put = (part: string): void => {
    parts.push(part);
    room -= part.length;
  };
  const putText = (text: string, key: string | undefined, kind: MediaKind | undefined): void => {
    const isAttachment = key !== undefined && kind !== undefined && DATA_KEYS.has(key);
    const found = isAttachment && looksLikeBase64(text) ? kind : dataAddressKind(text);
    if (found !== undefined) mediaTokens += MEDIA_TOKENS[found];
    const isLeftOut = found !== undefined || (withoutBase64 && looksLikeBase64(text));
    put(isLeftOut ? '""' : JSON.stringify(text.slice(0, Math.max(0, room))));
  };
  const open = (container: object, kind: MediaKind | undefined): void => {
    seen.add(container);
    const isList = Array.isArray(container);
    const keys = isList ? undefined : Object.keys(container);
    const values: readonly unknown[] = Object.values(container);
    frames.push({ keys, values, kind: isList ? kind : (ownKind(container) ?? kind), next: 0 });
    put(isList ? '[' : '{');
  };
  const putValue = (value: unknown, key?: string, kind?: MediaKind): void => {
    if (typeof value === 'string') putText(value, key, kind);
    else if (typeof value === 'number' || typeof value === 'boolean') put(`${value}`);
    else if (typeof value === 'bigint') put(value.toString(16));
    else if (typeof value !== 'object' || value === null || seen.has(value)) put('null');
    else if (ArrayBuffer.isView(value)) mediaTokens += MEDIA_TOKENS[kind ?? 'other'];
    else open(value, kind);
  };

  putValue(root);
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    if (room <= 0) break;
    const index = frame.next;
    frame.next += 1;
    if (index === frame.values.length) {
      put(frame.keys === undefined ? ']' : '}');
      frames.pop();
      continue;
    }
    const key = frame.keys?.[index];
    if (index > 0) put(',');
    if (key !== undefined) put(`${JSON.stringify(key)}:`);
    putValue(frame.values[index], key, frame.kind);
  }
  return { text: parts.join(''), mediaTokens };
}

/** The kind a record itself speaks of, in its type or MIME type. */
function ownKind(record: object): MediaKind | undefined {
  for (const key of TYPE_KEYS) {
    const type: unknown = (record as Readonly<Record<string, unknown>>)[key];
    const kind = typeof type === 'string' ? mediaKind(type) : undefined;
    if (kind !== undefined) return kind;
  }
  return undefined;
}
