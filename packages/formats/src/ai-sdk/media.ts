import type { MediaBlock } from '@palimpsest/core-types';
import type { AiSdkPart } from './read.ts';
import { readAddress, writeAddress } from '../results/media.ts';
import { isObject, textOf } from '../values.ts';

const ASSUMED: ReadonlyMap<unknown, string> = new Map([
  ['file', 'application/octet-stream'],
  ['reasoning-file', 'application/octet-stream'],
  ['media', 'application/octet-stream'],
  ['file-data', 'application/octet-stream'],
  ['file-url', 'application/octet-stream'],
  ['file-id', 'application/octet-stream'],
  ['file-reference', 'application/octet-stream'],
  ['image', 'image/*'],
  ['image-data', 'image/*'],
  ['image-url', 'image/*'],
  ['image-file-id', 'image/*'],
  ['image-file-reference', 'image/*'],
]);

/**
 * Reads an image or file, as a part of a message or of a tool result's content. Returns `undefined` for other parts. Bytes, uploaded files and
 * inline texts stay in `native`.
 */
export function readMedia(part: AiSdkPart & { readonly url?: unknown }): MediaBlock | undefined {
  const assumed = ASSUMED.get(part.type);
  if (assumed === undefined) return undefined;
  const mimeType = textOf(part.mediaType) || assumed;
  const named = typeof part.filename === 'string' ? { filename: part.filename } : {};
  return { type: 'media', ...readData(part.data ?? part.image ?? part.url, mimeType), ...named };
}

type MediaFacts = Pick<MediaBlock, 'mimeType' | 'data' | 'encoding'>;

function readData(data: unknown, mimeType: string): MediaFacts {
  if (typeof data === 'string') {
    if (/^[a-z][a-z\d+.-]*:/i.test(data.slice(0, 64))) return readAddress(data, mimeType);
    return { mimeType, data, encoding: 'base64' };
  }
  if (data instanceof URL) return readAddress(data.href, mimeType);
  const tagged: { readonly type?: unknown; readonly data?: unknown; readonly url?: unknown } =
    isObject(data) ? data : {};
  if (tagged.type === 'data' && typeof tagged.data === 'string') {
    return { mimeType, data: tagged.data, encoding: 'base64' };
  }
  if (tagged.type === 'url') {
    const address = tagged.url instanceof URL ? tagged.url.href : textOf(tagged.url);
    return readAddress(address, mimeType);
  }
  return { mimeType, data: '', encoding: 'base64' };
}

/** Writes a changed image or file. Every version and every provider prompt accepts `file`. */
export function writeMedia(block: MediaBlock, part: AiSdkPart | undefined): readonly AiSdkPart[] {
  if (block.data === '') return part === undefined ? [] : [part];
  const { image: _image, type, ...rest } = part ?? {};
  const { mimeType: mediaType, filename, encoding } = block;
  const bare = encoding === 'url' ? readableAddress(block) : block.data;
  const kind = encoding === 'url' ? 'url' : 'data';
  const data = isTagged(rest.data) ? { type: kind, [kind]: bare } : bare;
  const named = filename === undefined ? {} : { filename };
  return [{ ...rest, type: type === 'reasoning-file' ? type : 'file', data, mediaType, ...named }];
}

/** Returns whether data is tagged with its kind, as in prompts of newer language models. */
function isTagged(data: unknown): boolean {
  const { type }: { readonly type?: unknown } = isObject(data) ? data : {};
  return type === 'data' || type === 'url';
}

/** Returns the URL as a `URL` object: language models take a text for base64. An invalid URL stays unchanged. */
function readableAddress(block: MediaBlock): unknown {
  const address = writeAddress(block);
  return URL.canParse(address) ? new URL(address) : address;
}
