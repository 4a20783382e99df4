/** Tokens of one attachment by kind, whatever its size: the usual charge for a typical one. Its base64 is never counted as text. */
export const MEDIA_TOKENS = {
  image: 1_200,
  audio: 1_500,
  video: 5_000,
  document: 3_000,
  other: 500,
} as const;

export type MediaKind = keyof typeof MEDIA_TOKENS;

/** Minimum length of a text that may be an attachment, in UTF-16 units: shorter ones cannot hold an image. */
const MIN_MEDIA_LENGTH = 256;
/** Maximum length of a MIME type. The member `type` of any data may hold a long text. */
const MAX_TYPE_LENGTH = 100;
/** A `data:` URL names its type and encoding within this length. */
const MAX_HEADER_LENGTH = 256;
const BASE64 = /^[\w+/=-]+$/;

/** Returns the kind for a MIME type or a part's `type`: `image/png`, `input_image`, `application/pdf`. */
export function mediaKind(type: string): MediaKind | undefined {
  const name = type
    .slice(0, MAX_TYPE_LENGTH)
    .toLowerCase()
    .replace(/^(?:input|output)_/, '');
  const [, medium] = /^(image|audio|video)(?:_|\b)/.exec(name) ?? [];
  if (medium !== undefined) return medium as MediaKind;
  if (/pdf|^document$|msword|officedocument/.test(name)) return 'document';
  return /^(?:file|media|blob|base64)$|^[\w.+-]+\/[\w.+-]+/.test(name) ? 'other' : undefined;
}

export function mediaTokens(mimeType: unknown): number {
  return MEDIA_TOKENS[(typeof mimeType === 'string' ? mediaKind(mimeType) : undefined) ?? 'other'];
}

/** Returns whether a MIME type is of a text. */
export function isTextType(mimeType: unknown): boolean {
  return (
    typeof mimeType === 'string' &&
    /^text\/|^application\/(?:[\w.-]+\+)?(?:json|xml|yaml|x-yaml|toml|javascript|x-sh|sql)\b/i.test(
      mimeType,
    )
  );
}

/** Returns the text in base64; `undefined` if it is no base64. */
export function decodeText(base64: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}

/** Estimates the tokens in an encrypted text: three quarters of its base64 are bytes, and a token has four bytes. */
export function encryptedTokens(length: number): number {
  return Math.ceil((length * 3) / 16);
}

/** Returns the kind of a `data:` URL that contains its bytes; `undefined` for any other text. */
export function dataUrlKind(text: string): MediaKind | undefined {
  if (!text.startsWith('data:') || text.length < MIN_MEDIA_LENGTH) return undefined;
  const header = text.slice('data:'.length, MAX_HEADER_LENGTH);
  return header.includes(';base64,') ? (mediaKind(header) ?? 'other') : undefined;
}

/** Returns whether a text is long and starts like base64. Looks only at its first characters. */
export function looksLikeBase64(text: string): boolean {
  return text.length >= MIN_MEDIA_LENGTH && BASE64.test(text.slice(0, MIN_MEDIA_LENGTH));
}
