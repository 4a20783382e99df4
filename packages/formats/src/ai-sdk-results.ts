import type { AiSdkPart } from './ai-sdk-read.ts';
import { hasOnly, isForeignToAll, mediaAddress, type ResultShapes } from './result-list.ts';
import { isObject, isRecord, textOf } from './values.ts';

type Part = AiSdkPart & {
  readonly url?: unknown;
  readonly fileId?: unknown;
  readonly providerReference?: unknown;
};

/** Elements that only one version of the SDK accepts. */
const OF_ONE_VERSION = new Set<unknown>([
  'file',
  'media',
  'file-reference',
  'image-file-reference',
]);

/** The member with the content of each element type. */
const HOLDERS: ReadonlyMap<unknown, keyof Part> = new Map([
  ['image-data', 'data'],
  ['file-data', 'data'],
  ['media', 'data'],
  ['image-url', 'url'],
  ['file-url', 'url'],
  ['image-file-id', 'fileId'],
  ['file-id', 'fileId'],
  ['image-file-reference', 'providerReference'],
  ['file-reference', 'providerReference'],
]);

/** Elements of tool result content, as both SDK versions and their language models accept them. */
export const aiSdkResults: ResultShapes = {
  isOwn(value, isRead) {
    const part: Part = isObject(value) ? value : {};
    const { type, data } = part;
    if (type === 'text') {
      const isText = typeof part.text === 'string';
      return isText && (isRead || hasOnly(part, ['type', 'text', 'providerOptions']));
    }
    if (!isRead && OF_ONE_VERSION.has(type)) return false;
    if (type === 'file') return isRecord(data) && typeof part.mediaType === 'string';
    if (type === 'custom') return true;
    const holder = HOLDERS.get(type);
    if (holder === undefined) return isRead && isForeignToAll(value);
    return holder === 'data'
      ? typeof data === 'string' && typeof part.mediaType === 'string'
      : textOf(part[holder]) !== '' || isRecord(part[holder]);
  },
  text: (text) => ({ type: 'text', text }),
  media(media) {
    const { mimeType: mediaType, source, data, name } = media;
    if (mediaAddress(media) === undefined) return undefined;
    const isImage = mediaType.startsWith('image/');
    if (source === 'url') return { type: isImage ? 'image-url' : 'file-url', url: data };
    if (isImage) return { type: 'image-data', data, mediaType };
    return {
      type: 'file-data',
      data,
      mediaType,
      ...(name === undefined ? {} : { filename: name }),
    };
  },
};
