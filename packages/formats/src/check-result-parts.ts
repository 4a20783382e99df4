import { isObject, isRecord, listOf } from './values.ts';

/** What is wrong with one part of a tool result; `undefined` for a part the provider accepts. */
type PartCheck = (part: Readonly<Record<string, unknown>>) => string | undefined;

/**
 * Returns what a provider refuses in the content of a tool result, one message per part. Texts and missing contents are accepted.
 *
 * @param parts checks by `type` of the part
 */
export function checkResultParts(
  content: unknown,
  parts: Readonly<Record<string, PartCheck>>,
): string[] {
  if (!Array.isArray(content)) {
    return typeof content === 'string' || (content ?? undefined) === undefined
      ? []
      : [`the result is ${typeof content}, not a text or a list of parts`];
  }
  return content.flatMap((part: unknown, at) => {
    if (!isRecord(part)) return [`part ${at} of the result is not an object`];
    const { type } = part;
    const check = typeof type === 'string' && Object.hasOwn(parts, type) ? parts[type] : undefined;
    const problem =
      check === undefined ? `has type ${String(type)}, which is not accepted here` : check(part);
    return problem === undefined ? [] : [`part ${at} of the result ${problem}`];
  });
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const needs = (isComplete: boolean, what: string): string | undefined =>
  isComplete ? undefined : `has no ${what}`;

/** docs.anthropic.com/en/api/messages: `tool_result.content` is a text or a list of text, image, document, search result, tool reference. */
export const ANTHROPIC_PARTS: Readonly<Record<string, PartCheck>> = {
  text: ({ text }) => needs(isText(text), 'text'),
  image: ({ source }) => needs(isSource(source), 'complete source'),
  document: ({ source }) => needs(isSource(source), 'complete source'),
  search_result: ({ source, title, content }) =>
    needs(isText(source) && isText(title) && Array.isArray(content), 'source, title and content'),
  tool_reference: ({ tool_name: name }) => needs(isText(name), 'tool_name'),
  browser_state: () => undefined,
};

function isSource(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { type, media_type: mediaType, data, url, file_id: fileId, content } = value;
  if (type === 'base64') return isText(mediaType) && isBase64(data);
  if (type === 'text') return isText(data);
  if (type === 'content') return isText(content) || listOf(content).length > 0;
  return type === 'url' ? isText(url) : type === 'file' && isText(fileId);
}

/** What was cut is no base64 any more: a mark stands in it. */
function isBase64(data: unknown): boolean {
  return typeof data === 'string' && /^[\w+/=\r\n-]+$/.test(data);
}

/** platform.openai.com/docs/api-reference/chat/create: "for tool messages, only type text is supported". */
export const OPENAI_PARTS: Readonly<Record<string, PartCheck>> = {
  text: ({ text }) => needs(typeof text === 'string', 'text'),
};

/** platform.openai.com/docs/api-reference/responses: the output of a function is a text or a list of input_text, input_image, input_file. */
export const RESPONSES_PARTS: Readonly<Record<string, PartCheck>> = {
  input_text: ({ text }) => needs(typeof text === 'string', 'text'),
  input_image: ({ image_url: url, file_id: id }) =>
    needs(isAddress(url) || isText(id), 'complete image_url or file_id'),
  input_file: ({ file_data: data, file_id: id, file_url: url }) =>
    needs(isText(id) || isText(url) || isAddress(data), 'complete file_data, file_id or file_url'),
};

function isAddress(url: unknown): boolean {
  if (typeof url !== 'string' || url === '') return false;
  const data = url.startsWith('data:') ? url.indexOf(';base64,') : -1;
  return data < 0 || isBase64(url.slice(data + ';base64,'.length));
}

/** ai.google.dev/api/caching#FunctionResponse: `response` is an object; each of `parts` holds `inlineData` or `fileData`. */
export function checkGeminiResponse(value: unknown): string[] {
  const { response, parts } = isRecord(value) ? value : {};
  const problems = isRecord(response) ? [] : ['the response of the function is not an object'];
  for (const [at, part] of listOf(parts).entries()) {
    const { inlineData, fileData } = isRecord(part) ? part : {};
    const isInline =
      isRecord(inlineData) && isText(inlineData['mimeType']) && isBase64(inlineData['data']);
    const isFile = isObject(fileData) && isText((fileData as { fileUri?: unknown }).fileUri);
    if (!isInline && !isFile) {
      problems.push(`part ${at} of the response has no complete inlineData or fileData`);
    }
  }
  return problems;
}
