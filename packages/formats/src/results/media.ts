import type { MediaBlock } from '@palimpsest/core-types';

export type MediaFacts = Pick<MediaBlock, 'mimeType' | 'data' | 'encoding'>;

/** Reads a URL as media. Splits a `data:` URL; `slice` shares the memory of a large text. */
export function readAddress(address: string, mimeType: string): MediaFacts {
  const comma = address.startsWith('data:') ? address.slice(0, 256).indexOf(',') : -1;
  const head = address.slice('data:'.length, Math.max(comma, 0));
  if (comma < 0 || !head.endsWith(';base64')) return { mimeType, data: address, encoding: 'url' };
  const type = head.slice(0, -';base64'.length);
  return {
    mimeType: type === '' ? mimeType : type,
    data: address.slice(comma + 1),
    encoding: 'base64',
  };
}

export function writeAddress({ mimeType, data, encoding }: MediaFacts): string {
  return encoding === 'url' ? data : `data:${mimeType};base64,${data}`;
}
