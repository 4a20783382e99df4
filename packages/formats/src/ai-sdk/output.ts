import { resultParts, type ToolResponseBlock } from '@palimpsest/core-types';
import { isMedia, isPartList } from '../results/result-pieces.ts';
import {
  writeResult,
  hasOnly,
  isForeignToAll,
  mediaAddress,
  type ResultShapes,
} from '../results/result-list.ts';
import { hasSameOutcome } from '../native.ts';
import {
  errorText,
  hasFailed,
  readFailure,
  writeFailure,
  type Outcome,
} from '../results/tool-payload.ts';
import { isRecord, membersOf, textOf, type Members } from '../values.ts';

/** Reads a tool output: text, json, error-text, error-json, execution-denied or content. */
export function readOutput(output: unknown): Outcome {
  const { type, value, reason } = membersOf(output);
  switch (type) {
    case 'content':
      return (Array.isArray(value) ? readFailure(value) : undefined) ?? { result: value };
    case 'text':
    case 'json':
      return { result: value };
    case 'error-text':
      return readFailure(value) ?? { result: value, isError: true };
    case 'error-json':
      return { result: value, isError: true };
    case 'execution-denied':
      return { result: textOf(reason), isError: true };
    default:
      return { result: output };
  }
}

/** Writes a changed output. */
export function writeOutput(block: ToolResponseBlock, value: unknown): unknown {
  if (value !== undefined && hasSameOutcome(block, readOutput(value))) return value;
  const before = membersOf(value);
  const { providerOptions } = before;
  return {
    ...writeOutcome(block, before),
    ...(providerOptions === undefined ? {} : { providerOptions }),
  };
}

function writeOutcome(block: ToolResponseBlock, before: Members): Members {
  const { result } = block;
  const hasWords = errorText(block) !== undefined;
  const isFailure = hasFailed(block);
  const list = writeList(block, before, isFailure);
  if (list !== undefined) return { type: 'content', value: list };
  if (hasWords) return { type: 'error-text', value: writeFailure(block) };
  if (!isFailure) {
    const isText = result === undefined || typeof result === 'string';
    return isText ? { type: 'text', value: result ?? '' } : { type: 'json', value: result };
  }
  if (before['type'] === 'execution-denied' && typeof result === 'string') {
    return { type: 'execution-denied', reason: result };
  }
  if (result !== undefined && typeof result !== 'string')
    return { type: 'error-json', value: result };
  const isTaken = result === undefined || readFailure(result) !== undefined;
  return { type: 'error-text', value: isTaken ? writeFailure(block) : result };
}

/** Writes content if the result was content, is a list of parts, or contains media. */
function writeList(
  block: ToolResponseBlock,
  { type, value }: Members,
  isFailure: boolean,
): readonly unknown[] | undefined {
  const { result } = block;
  const isRead = type === 'content';
  const isJson = (type === 'json' || type === 'error-json') && errorText(block) === undefined;
  if (isJson || typeof result === 'string' || result === undefined) return undefined;
  const isList = Array.isArray(result) && (isRead || isPartList(result));
  if (!isList && !resultParts(result).some(isMedia)) return undefined;
  const before = isRead ? value : undefined;
  const written = writeResult(block, aiSdkResults, { before, isFailure });
  return typeof written === 'string' ? [aiSdkResults.text(written)] : written;
}

/** Elements that only one version of the SDK accepts. */
const OF_ONE_VERSION = new Set<unknown>([
  'file',
  'media',
  'file-reference',
  'image-file-reference',
]);

/** The member with the content of each type of media in a result. */
export const MEDIA_HOLDERS: ReadonlyMap<unknown, string> = new Map([
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
const aiSdkResults: ResultShapes = {
  isAccepted(value, isRead) {
    const part = membersOf(value);
    const { type, text, data, mediaType } = part;
    if (type === 'text') {
      const isText = typeof text === 'string';
      return isText && (isRead || hasOnly(part, ['type', 'text', 'providerOptions']));
    }
    if (!isRead && OF_ONE_VERSION.has(type)) return false;
    if (type === 'file') return isRecord(data) && typeof mediaType === 'string';
    if (type === 'custom') return true;
    const holder = MEDIA_HOLDERS.get(type);
    if (holder === undefined) return isRead && isForeignToAll(value);
    return holder === 'data'
      ? typeof data === 'string' && typeof mediaType === 'string'
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
