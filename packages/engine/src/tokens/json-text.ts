import {
  dataUrlKind,
  encryptedTokens,
  looksLikeBase64,
  MEDIA_TOKENS,
  mediaKind,
  type MediaKind,
} from './media-tokens.ts';

/** Names of members with encrypted or signed data. */
const ENCRYPTED_NAME = /encrypted|signature/i;
const TYPE_KEYS = ['mimeType', 'media_type', 'mime_type', 'mediaType', 'type'] as const;
const DATA_KEYS: ReadonlySet<string> = new Set(
  'data base64 b64_json bytes blob image audio video file file_data image_data result'.split(' '),
);

/** Formats a value as the JSON that is sent. Bytes are omitted. Returns an empty text for a value that has no JSON, such as a circular one. */
export function jsonText(value: unknown): string {
  return stringify(value, function replace(key, member) {
    if (typeof member === 'bigint') return String(member);
    return ArrayBuffer.isView((this as Record<string, unknown>)[key]) ? undefined : member;
  });
}

/**
 * Formats a value as JSON without the bytes of attachments, encrypted data, and texts that look like base64.
 *
 * @returns the text, and the tokens of the omitted data
 */
export function textWithoutMedia(root: unknown): {
  readonly text: string;
  readonly tokens: number;
} {
  let tokens = 0;
  /** Kind of the attachment that a container belongs to, by the closest declared type. */
  const kinds = new Map<object, MediaKind | undefined>();
  const text = stringify(root, function replace(key, member) {
    const container = this as Record<string, unknown>;
    const kind = kinds.get(container);
    if (ArrayBuffer.isView(container[key])) {
      tokens += MEDIA_TOKENS[kind ?? 'other'];
      return undefined;
    }
    if (typeof member === 'bigint') return String(member);
    if (typeof member === 'object' && member !== null)
      kinds.set(member, declaredKind(member) ?? kind);
    if (typeof member !== 'string') return member;
    const isEncrypted = ENCRYPTED_NAME.test(key);
    const isBinary = looksLikeBase64(member);
    const declared = isBinary && !isEncrypted && DATA_KEYS.has(key) ? kind : undefined;
    const media = declared ?? dataUrlKind(member);
    if (media === undefined && !isBinary && !isEncrypted) return member;
    tokens += media === undefined ? encryptedTokens(member.length) : MEDIA_TOKENS[media];
    return '';
  });
  return { text, tokens };
}

function stringify(
  value: unknown,
  replace: (this: unknown, key: string, member: unknown) => unknown,
): string {
  try {
    return JSON.stringify(value, replace) ?? '';
  } catch {
    return '';
  }
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
