import { isRecord } from './is-record.ts';
import {
  binarySize,
  bytesOfBase64,
  dimensionsOfBase64,
  typeOfBase64,
  type ResultMedia,
} from './media-facts.ts';

type Members = Readonly<Record<string, unknown>>;
type Content = Pick<ResultMedia, 'source' | 'data' | 'bytes'> & { readonly mimeType?: string };

/** Types of parts that may contain media, with the default MIME type of each. */
const ASSUMED: ReadonlyMap<unknown, string> = new Map([
  ['image', 'image/*'],
  ['image_url', 'image/*'],
  ['input_image', 'image/*'],
  ['image-data', 'image/*'],
  ['image-url', 'image/*'],
  ['image-file-id', 'image/*'],
  ['image-file-reference', 'image/*'],
  ['audio', 'audio/*'],
  ['input_audio', 'audio/*'],
  ['video', 'video/*'],
  ['document', 'application/pdf'],
  ['file', 'application/octet-stream'],
  ['input_file', 'application/octet-stream'],
  ['file-data', 'application/octet-stream'],
  ['file-url', 'application/octet-stream'],
  ['file-id', 'application/octet-stream'],
  ['file-reference', 'application/octet-stream'],
  ['media', 'application/octet-stream'],
  ['resource', 'application/octet-stream'],
]);

/** Types that occur only in messages, so that their content needs no further checks. */
const CERTAIN = /^(?:image_url|input_|image-|file-)/;

/** Members that hold the content, most likely first. */
const HOLDERS = [
  'source',
  'image_url',
  'input_audio',
  'image',
  'file',
  'resource',
  'data',
  'file_data',
  'blob',
  'bytes',
  'url',
  'file_url',
  'fileUri',
  'uri',
  'file_id',
  'fileId',
  'providerReference',
] as const;

/** Members of media parts. A record with a URL and any other member may be a list of files. */
const USUAL = new Set<string>([
  ...HOLDERS,
  'type',
  'id',
  'detail',
  'mimeType',
  'mime_type',
  'mediaType',
  'media_type',
  'source_type',
  'filename',
  'name',
  'title',
  'context',
  'citations',
  'metadata',
  'extras',
  'cache_control',
  'providerOptions',
  'providerData',
  'annotations',
  '_meta',
  'width',
  'height',
]);

/** Members that hold the media of Gemini's and Genkit's untyped parts. */
const UNTYPED = ['inlineData', 'inline_data', 'fileData', 'file_data', 'media'] as const;

/**
 * Parses a part of a tool result as media, in any known format. Returns `undefined` for a part without content or URL, such as a list of
 * files. A binary value is media.
 */
export function readResultMedia(part: unknown): ResultMedia | undefined {
  const size = binarySize(part);
  if (size !== undefined) return { ...bytesContent(size), mimeType: 'application/octet-stream' };
  if (!isRecord(part)) return undefined;
  const { type } = part;
  if (type === undefined) return readUntyped(part);
  const assumed = ASSUMED.get(type);
  if (assumed === undefined) return undefined;
  const content = readHolder(part, 2);
  if (content === undefined || !isConvincing(part, content)) return undefined;
  return withFacts(part, content, assumed);
}

function readUntyped(part: Members): ResultMedia | undefined {
  for (const key of UNTYPED) {
    const holder = part[key];
    if (!isRecord(holder)) continue;
    const named = holder['contentType'] ?? holder['mime_type'] ?? holder['mimeType'];
    const content = readHolder(holder, 1) ?? readText(holder['file_uri'], undefined);
    if (content === undefined || (key !== 'media' && named === undefined)) continue;
    return withFacts(holder, content, key === 'media' ? 'image/*' : 'application/octet-stream');
  }
  return undefined;
}

function isConvincing(part: Members, { source, data, mimeType }: Content): boolean {
  const { type } = part;
  if (typeof type === 'string' && CERTAIN.test(type)) return true;
  const isUsual = Object.keys(part).every((key) => USUAL.has(key));
  if (source === 'url' || source === 'id') return isUsual;
  if (source === 'bytes') return true;
  const isNamed = mimeType !== undefined || typeOfPart(part) !== undefined;
  return isNamed || isUsual || data.length >= 256;
}

/** Parses the first member with content, in nested records up to `depth` levels. */
function readHolder(part: Members, depth: number): Content | undefined {
  const mimeType = typeOfPart(part);
  // A document of plain text or of parts is not media.
  if (part['type'] === 'content' || part['type'] === 'text') return undefined;
  if (typeof part['text'] === 'string') return undefined;
  for (const key of HOLDERS) {
    const value = part[key];
    if (value === undefined || value === null) continue;
    const isId = key === 'file_id' || key === 'fileId' || key === 'providerReference';
    const content = isId ? idContent(value) : readContent(value, key, depth);
    if (content !== undefined) return mimeType === undefined ? content : { mimeType, ...content };
  }
  const { id } = part;
  if (depth < 2 && typeof id === 'string') return idContent(id);
  return undefined;
}

function readContent(value: unknown, key: string, depth: number): Content | undefined {
  const size = binarySize(value);
  if (size !== undefined) return bytesContent(size);
  if (value instanceof URL) return readText(value.href, key);
  if (typeof value === 'string') return readText(value, key);
  return isRecord(value) && depth > 0 ? readHolder(value, depth - 1) : undefined;
}

function bytesContent(bytes: number): Content & { readonly source: 'bytes' } {
  return { source: 'bytes', data: '', bytes };
}

function idContent(id: unknown): Content | undefined {
  if (typeof id === 'string') return id === '' ? undefined : { source: 'id', data: id };
  return isRecord(id) ? { source: 'id', data: '' } : undefined;
}

const ADDRESS = /^[a-z][a-z\d+.-]*:/i;
const DATA_ADDRESS = /^data:([\w.+*-]+\/[\w.+*-]+)?[^,]{0,200};base64,/i;
const BASE64 = /^[\w+/=\r\n-]+$/;

/** Parses a text as a URL, a `data:` URL or base64. */
function readText(text: unknown, key: string | undefined): Content | undefined {
  if (typeof text !== 'string' || text === '') return undefined;
  const start = text.slice(0, 256);
  const head = DATA_ADDRESS.exec(start);
  if (head !== null) {
    const data = text.slice(head[0].length);
    const mimeType = head[1] === undefined ? {} : { mimeType: head[1] };
    return { source: 'base64', data, bytes: bytesOfBase64(data), ...mimeType };
  }
  if (ADDRESS.test(start)) return { source: 'url', data: text };
  if (key === undefined || /ur[il]$/i.test(key)) return { source: 'url', data: text };
  if (key === 'source' || key === 'resource' || !BASE64.test(start)) return undefined;
  return { source: 'base64', data: text, bytes: bytesOfBase64(text) };
}

function typeOfPart(part: Members): string | undefined {
  for (const key of ['mimeType', 'mime_type', 'mediaType', 'media_type', 'contentType']) {
    const type = part[key];
    if (typeof type === 'string' && type !== '') return type;
  }
  const { format } = part;
  return typeof format === 'string' && /^[a-z\d]{2,5}$/i.test(format)
    ? `audio/${format}`
    : undefined;
}

function withFacts(part: Members, content: Content, assumed: string): ResultMedia {
  const { source, data, bytes } = content;
  const isBase64 = source === 'base64';
  const mimeType =
    content.mimeType ?? typeOfPart(part) ?? (isBase64 ? typeOfBase64(data) : undefined) ?? assumed;
  const name = nameOf(part);
  const size = numbersOf(part) ?? (isBase64 ? dimensionsOfBase64(data) : undefined);
  return {
    mimeType,
    source,
    data,
    ...(bytes === undefined ? {} : { bytes }),
    ...(name === undefined ? {} : { name }),
    ...size,
  };
}

function nameOf(part: Members): string | undefined {
  const inner = part['file'] ?? part['resource'];
  const places = isRecord(inner) ? [part, inner] : [part];
  for (const place of places) {
    for (const key of ['filename', 'displayName', 'name', 'title', 'uri']) {
      const name = place[key];
      if (typeof name === 'string' && name !== '') return name;
    }
  }
  return undefined;
}

function numbersOf({ width, height }: Members): { width: number; height: number } | undefined {
  return typeof width === 'number' && typeof height === 'number' && width > 0 && height > 0
    ? { width, height }
    : undefined;
}
