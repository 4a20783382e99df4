import type { ResultMedia } from '@palimpsest/core-types';
import type { AnthropicPart } from './read.ts';
import { ANTHROPIC_DOCUMENTS, ANTHROPIC_IMAGES } from '../checks/check-result-parts.ts';
import {
  hasOnly,
  isForeignToAll,
  mediaAddress,
  type ResultShapes,
} from '../results/result-list.ts';
import { isRecord, textOf } from '../values.ts';

/** Members that each part type accepts; the API rejects others. */
const MEMBERS: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['text', ['type', 'text', 'cache_control', 'citations']],
  ['image', ['type', 'source', 'cache_control', 'transformations']],
  ['document', ['type', 'source', 'title', 'context', 'citations', 'cache_control']],
  ['search_result', ['type', 'source', 'title', 'content', 'citations', 'cache_control']],
  ['tool_reference', ['type', 'tool_name', 'cache_control']],
  ['browser_state', ['type', 'tabs', 'cache_control']],
]);

/** Parts of a `tool_result`. */
export const anthropicResults: ResultShapes = {
  isOwn(part, isRead) {
    if (!isRecord(part)) return false;
    const members = MEMBERS.get(part['type']);
    if (members === undefined) return isRead && isForeignToAll(part);
    return holdsItsContent(part) && (isRead || hasOnly(part, members));
  },
  text: (text) => ({ type: 'text', text }),
  media: writeMedia,
};

function holdsItsContent({ type, text, source, content }: Record<string, unknown>): boolean {
  if (type === 'text') return typeof text === 'string';
  if (type === 'search_result') return typeof source === 'string' && Array.isArray(content);
  if (type !== 'image' && type !== 'document') return true;
  if (!isRecord(source)) return false;
  const { type: kind } = source;
  const isText = type === 'document' && (kind === 'text' || kind === 'content');
  return isText || ['data', 'url', 'file_id'].some((member) => textOf(source[member]) !== '');
}

/** Parts of a `tool_result` with an error: the API accepts only texts. */
export const anthropicFailures: ResultShapes = {
  isOwn: (part, isRead) =>
    isRecord(part) && part['type'] === 'text' && anthropicResults.isOwn(part, isRead),
  text: anthropicResults.text,
  media: () => undefined,
};

/** Writes images and PDF documents, in results and elsewhere. The API rejects all other types. */
export function writeMedia(media: ResultMedia): AnthropicPart | undefined {
  const { source, data } = media;
  if (data === '') return undefined;
  const mimeType = media.mimeType === 'image/jpg' ? 'image/jpeg' : media.mimeType;
  const isDocument = ANTHROPIC_DOCUMENTS.has(mimeType);
  const isUrl = source === 'url' && mediaAddress(media) !== undefined;
  const isTaken = isUrl
    ? mimeType.startsWith('image/')
    : source === 'base64' && ANTHROPIC_IMAGES.has(mimeType);
  if (!isTaken && !(isDocument && (isUrl || source === 'base64'))) return undefined;
  const named = isDocument && media.name !== undefined ? { title: media.name } : {};
  const held = isUrl ? { type: 'url', url: data } : { type: 'base64', media_type: mimeType, data };
  return { type: isDocument ? 'document' : 'image', source: held, ...named };
}
