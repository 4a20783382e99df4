import { isRecord, listOf, type Members } from '../../src/framework/values.ts';

/** Part types that a provider accepts in a tool result, each with a check of its content. */
type AcceptedParts = Readonly<Record<string, (part: Members) => boolean>>;

const ANTHROPIC_IMAGES = new Set<unknown>(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const ANTHROPIC_DOCUMENTS = new Set<unknown>(['application/pdf']);

/** The Messages API (`ToolResultBlockParam.content` in @anthropic-ai/sdk 1.12, docs.anthropic.com/en/api/messages). */
export const ANTHROPIC_PARTS: AcceptedParts = {
  text: ({ text }) => isFilled(text),
  image: ({ source }) => isSource(source, ANTHROPIC_IMAGES),
  document: ({ source }) => isSource(source, ANTHROPIC_DOCUMENTS),
  search_result: ({ source, title, content }) =>
    isFilled(source) && isFilled(title) && Array.isArray(content),
  tool_reference: ({ tool_name: name }) => isFilled(name),
  browser_state: ({ tabs }) => Array.isArray(tabs),
};

/** Chat completions ("For tool messages, only type text is supported", platform.openai.com/docs/api-reference/chat/create). */
export const OPENAI_PARTS: AcceptedParts = {
  text: ({ text }) => typeof text === 'string',
};

/** The Responses API (`ResponseFunctionCallOutputItem` in openai 7.57, platform.openai.com/docs/api-reference/responses/create). */
export const RESPONSES_PARTS: AcceptedParts = {
  input_text: ({ text }) => typeof text === 'string',
  input_image: ({ image_url: url, file_id: id }) => isFilledAddress(url) || isFilled(id),
  input_file: ({ file_data: data, file_id: id, file_url: url }) =>
    isFilledAddress(data) || isFilled(id) || isFilled(url),
};

/**
 * Returns what a provider refuses in the content of a tool result: one message for the content as a whole, or one per rejected part. A text is
 * accepted; a result without content is accepted too, because other rules report it.
 *
 * @param leastParts how many parts a list must have. @default 0
 */
export function checkResultParts(
  content: unknown,
  accepted: AcceptedParts,
  leastParts = 0,
): readonly string[] {
  if (content === undefined || content === null || typeof content === 'string') return [];
  if (!Array.isArray(content)) {
    return [`the tool result is of type ${typeof content}, expected a text or a list of parts`];
  }
  if (content.length < leastParts) return ['the tool result is an empty list'];
  return content.flatMap((part: unknown, at) => {
    const name = `part ${at} of the tool result`;
    if (!isRecord(part)) return [`${name} is not an object`];
    const type = String(part['type']);
    if (!Object.hasOwn(accepted, type)) return [`${name} has type "${type}", not accepted here`];
    if (accepted[type]?.(part) === true) return [];
    return [`${name} is an incomplete ${type}, or one of a media type that is not accepted`];
  });
}

/** Returns what Gemini refuses in a function response (`FunctionResponse`, ai.google.dev/api/caching#FunctionResponse). */
export function checkGeminiResponse({ response, parts }: Members): readonly string[] {
  const problems = isRecord(response) ? [] : ['the response of the function is not an object'];
  for (const [at, part] of listOf(parts).entries()) {
    const { inlineData, fileData } = isRecord(part) ? part : {};
    const { mimeType, data } = isRecord(inlineData) ? inlineData : {};
    const { fileUri } = isRecord(fileData) ? fileData : {};
    if (!(isFilled(mimeType) && isBase64(data)) && !isFilled(fileUri)) {
      problems.push(`part ${at} of the function response has no complete inlineData or fileData`);
    }
  }
  return problems;
}

/** Returns whether an Anthropic image or document has content of an accepted media type. */
function isSource(source: unknown, mediaTypes: ReadonlySet<unknown>): boolean {
  if (!isRecord(source)) return false;
  const { type, media_type: mediaType, data, url, file_id: fileId, content } = source;
  if (type === 'base64') return mediaTypes.has(mediaType) && isBase64(data);
  if (type === 'text') return isFilled(data);
  if (type === 'content') return isFilled(content) || listOf(content).length > 0;
  if (type === 'url') return isFilled(url);
  return type === 'file' && isFilled(fileId);
}

/** Returns whether a value is a non-empty text. The base64 of a data URL may contain only characters of base64. */
function isFilledAddress(url: unknown): boolean {
  if (typeof url !== 'string' || url === '') return false;
  const comma = url.startsWith('data:') ? url.indexOf(';base64,') : -1;
  return comma < 0 || isBase64(url.slice(comma + ';base64,'.length));
}

/**
 * Returns whether a value has only characters of base64, of either alphabet. Data that Palimpsest truncated has a marker; data cut elsewhere is
 * not noticed.
 */
function isBase64(data: unknown): boolean {
  return typeof data === 'string' && /^[\w+/=\r\n-]+$/.test(data);
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
