import type { MediaBlock } from '../content.ts';
import { decodeProperties, type DecodedProperties } from './decoded-properties.ts';

/** Maximum length of a name in a placeholder, in UTF-16 units. */
const MAX_NAME_LENGTH = 60;

/** Maximum length of a media type in a placeholder, in UTF-16 units. */
const MAX_TYPE_LENGTH = 80;
const MIME_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

interface MediaProperties extends Partial<DecodedProperties> {
  readonly mimeType: string;
  readonly name?: string;
}

/** Returns the line that replaces an image, a recording or a file. */
export function mediaPlaceholder(
  { mimeType, data, encoding, filename, caption }: MediaBlock,
  recallId?: string,
): string {
  const name = filename ?? caption;
  const decoded = encoding === 'base64' && data !== '' ? decodeProperties(data) : {};
  const named = name === undefined ? {} : { name };
  return formatMediaPlaceholder({ mimeType, ...named, ...decoded }, recallId);
}

/**
 * Formats the line that replaces removed media: type, dimensions, name and size if known, and the recall id.
 *
 * @example `[image/png 1280×720, 90 kB, #1f0c9a3e.2]`
 */
export function formatMediaPlaceholder(
  { mimeType, bytes, name, width, height }: MediaProperties,
  recallId?: string,
): string {
  const isShown = mimeType.length <= MAX_TYPE_LENGTH && MIME_TYPE.test(mimeType);
  const type = isShown ? mimeType : kindOf(mimeType);
  const dimensions = width === undefined || height === undefined ? '' : ` ${width}×${height}`;
  const shown = name === undefined ? '' : shortenName(name);
  const details = [
    ...(shown === '' ? [] : [`"${shown}"`]),
    ...(bytes === undefined ? [] : [formatBytes(bytes)]),
    ...(recallId === undefined ? [] : [`#${recallId}`]),
  ];
  return `[${[`${type}${dimensions}`, ...details].join(', ')}]`;
}

/** Longer than any placeholder, in UTF-16 units: it bounds the time. */
const MAX_PLACEHOLDER_LENGTH = 300;
const PLACEHOLDER =
  /^\[(?:[\w.+-]{1,80}\/[\w.+-]{1,80}|base64|image|audio|video|file)(?: \d{1,9}×\d{1,9})?(?:, "[^"\n[\]]{1,60}")?(?:, \d[\d.]{0,8} (?:bytes|kB|MB|GB))?(?:, #([\da-f]{8}(?:\.\d{1,4})?))?\]$/;

/** Parses a media placeholder; `undefined` for any other text. A match does not prove that media was removed: anyone can type such a text. */
export function parseMediaPlaceholder(
  text: string,
): { readonly recallId: string | undefined } | undefined {
  if (text.length > MAX_PLACEHOLDER_LENGTH || !text.startsWith('[')) return undefined;
  const match = PLACEHOLDER.exec(text);
  return match === null ? undefined : { recallId: match[1] };
}

function kindOf(mimeType: string): string {
  const kind = mimeType.split('/', 1)[0]!;
  // The type of a run of base64 whose content is unknown.
  if (kind === 'base64') return kind;
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'file';
}

/** Keeps the end of a long name: the extension and the last part of a path. */
function shortenName(name: string): string {
  const line = name
    .toWellFormed()
    .replace(/["[\]\s]+/g, ' ')
    .trim();
  if (line.length <= MAX_NAME_LENGTH) return line;
  return `…${line.slice(1 - MAX_NAME_LENGTH).toWellFormed()}`;
}

function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  const [size, unit] =
    bytes < 999_500
      ? [bytes / 1e3, 'kB']
      : bytes < 999_500_000
        ? [bytes / 1e6, 'MB']
        : [bytes / 1e9, 'GB'];
  return `${size < 9.95 ? Number(size.toFixed(1)) : Math.round(size)} ${unit}`;
}
