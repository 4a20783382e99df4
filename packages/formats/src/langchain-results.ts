import type { LangChainPart } from './langchain-read.ts';
import { hasOnly, mediaAddress, type ResultShapes } from './result-list.ts';
import { isObject, isRecord } from './values.ts';

const STANDARD = ['type', 'id', 'mimeType', 'data', 'url', 'fileId', 'metadata'];

/** Parts of a tool message: LangChain's own, which its integrations convert for each provider. */
export const langchainResults: ResultShapes = {
  isOwn(value, isRead) {
    const part: LangChainPart = isObject(value) ? value : {};
    if (isRead) return typeof value === 'string' || typeof part.type === 'string';
    const { type, text, image_url: image } = part;
    if (type === 'text') return typeof text === 'string' && hasOnly(part, ['type', 'text']);
    if (type === 'image_url') return typeof image === 'string' || isRecord(image);
    const isStandard = type === 'image' || type === 'audio' || type === 'video' || type === 'file';
    const isHeld = [part.data, part.url].some((held) => typeof held === 'string');
    return isStandard && isHeld && hasOnly(part, STANDARD);
  },
  text: (text) => ({ type: 'text', text }),
  media(media) {
    const address = mediaAddress(media);
    if (address === undefined) return undefined;
    const { mimeType, source, data } = media;
    if (mimeType.startsWith('image/')) return { type: 'image_url', image_url: { url: address } };
    const type = /^(?:audio|video)\//.exec(mimeType)?.[0].slice(0, -1) ?? 'file';
    return { type, mimeType, [source === 'url' ? 'url' : 'data']: data };
  },
};
