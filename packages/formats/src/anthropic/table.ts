import {
  mediaPlaceholder,
  type MediaBlock,
  type ThinkingBlock,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import type { FormatTable } from '../framework/format-table.ts';
import { hasSameResult } from '../framework/native.ts';
import type { PartTable, ReadBlock } from '../framework/part-table.ts';
import { listOf, membersOf, textMember, textOf, type Members } from '../framework/values.ts';
import { unwrapParameters, wrapParameters } from '../results/arguments.ts';
import { errorText, hasFailed, readToolResult, writeResult } from '../results/tool-payload.ts';

/** A message of Anthropic's Messages API. Unlisted members are preserved. */
export interface AnthropicMessage {
  readonly role: string;
  readonly content?: unknown;
}

/** The Messages API, for its codec and for the messages in the logs of Claude Code. */
export const anthropicTable: FormatTable<AnthropicMessage> = {
  name: 'anthropic',
  title: 'Messages API',
  detect: ({ role, content, tool_calls: calls, reasoning_content: thought }) => {
    // Servers that speak as OpenAI also give parts of Anthropic.
    const isOther = calls !== undefined || thought !== undefined;
    if (isOther || !['user', 'assistant', 'system'].includes(textOf(role))) return undefined;
    const parts = listOf(content).map(membersOf);
    if (parts.some(({ type }) => OWN_PARTS.has(type))) return 'sure';
    return parts.some(({ cache_control: mark }) => mark !== undefined) ? 'likely' : undefined;
  },
  member: 'content',
  takesText: true,
  roles: new Map([
    ['user', 'human'],
    ['assistant', 'ai'],
    ['system', 'system'],
  ]),
  newRoles: { system: 'system', human: 'user', tool: 'user', ai: 'assistant' },
  results: 'user',
  isCompaction: ({ type }) => type === 'compaction',
  kindIn: 'type',
  readers: {
    text: ({ text }) => (typeof text === 'string' ? { type: 'text', text } : undefined),
    thinking: ({ thinking, signature }) => ({
      type: 'thinking',
      thought: textOf(thinking),
      ...textMember('signature', signature),
    }),
    redacted_thinking: ({ data }) => ({
      type: 'thinking',
      thought: '',
      encryptedContent: textOf(data),
    }),
    image: (part) => readMedia(part, 'image/*'),
    document: (part) => readMedia(part, 'application/pdf'),
    tool_use: ({ id, name, input }) => ({
      type: 'tool_call',
      id: textOf(id),
      name: textOf(name),
      parameters: unwrapParameters(input),
    }),
    tool_result: ({ tool_use_id: id, content, is_error: flag }) => ({
      type: 'tool_response',
      callId: textOf(id),
      toolName: '',
      ...readToolResult(resultTable, content, flag === true),
    }),
  },
  writers: {
    text: ({ text }, part) => {
      const { id: _stale, ...rest } = part ?? {};
      return { ...rest, type: 'text', text };
    },
    thinking: writeThinking,
    media: writeMedia,
    tool_call: ({ id, name, parameters }, part) => ({
      ...part,
      type: 'tool_use',
      id,
      name,
      input: wrapParameters(parameters),
    }),
    tool_response: writeResponse,
  },
  withoutData: (block) => ({ type: 'text', text: mediaPlaceholder(block) }),
};

/** The parts of results. Texts inside of documents and search results are texts there. */
const resultTable: PartTable = {
  ...anthropicTable,
  readers: {
    ...anthropicTable.readers,
    document: (part) => readHeldText(part) ?? readMedia(part, 'application/pdf'),
    search_result: readHeldText,
  },
  writers: {
    ...anthropicTable.writers,
    text: (block, part, ...given) =>
      part !== undefined && readHeldText(part) !== undefined
        ? writeHeldText(part, block.text)
        : anthropicTable.writers.text(block, part, ...given),
  },
};

const OWN_PARTS = new Set<unknown>([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'image',
  'document',
  'search_result',
  'server_tool_use',
  'web_search_tool_result',
  'compaction',
  'container_upload',
]);

function readMedia({ source, title }: Members, assumed: string): ReadBlock {
  const { type: kind, media_type: given, data, url } = membersOf(source);
  const mimeType = typeof given === 'string' ? given : assumed;
  const named = textMember('filename', title);
  if (kind === 'base64') {
    return { type: 'media', mimeType, data: textOf(data), encoding: 'base64', ...named };
  }
  // A text, a list of blocks or an uploaded file stays in `native`.
  const address = kind === 'url' ? textOf(url) : '';
  return { type: 'media', mimeType, data: address, encoding: 'url', ...named };
}

function writeThinking({
  thought,
  signature,
  encryptedContent,
}: ThinkingBlock): object | undefined {
  if (thought === '' && signature === undefined) {
    return encryptedContent === undefined
      ? undefined
      : { type: 'redacted_thinking', data: encryptedContent };
  }
  return { type: 'thinking', thinking: thought, ...textMember('signature', signature) };
}

function writeResponse(
  block: ToolResponseBlock,
  part: Members | undefined,
  before: unknown,
): Members {
  const { is_error: flag, ...rest } = part ?? {};
  const content = part?.['content'];
  const isSame = before !== undefined && hasSameResult(block, before as ToolResponseBlock);
  return {
    ...rest,
    type: 'tool_result',
    tool_use_id: block.callId,
    content: isSame
      ? content
      : writeResult(resultTable, block, content, errorText(block) !== undefined),
    ...(hasFailed(block) ? { is_error: true } : flag === false ? { is_error: false } : {}),
  };
}

const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const DOCUMENT = 'application/pdf';

/** Writes images and PDF documents. The API rejects all other types: a placeholder replaces them. */
function writeMedia(block: MediaBlock, part: Members | undefined): Members {
  const { data, encoding, filename } = block;
  const mimeType = block.mimeType === 'image/jpg' ? 'image/jpeg' : block.mimeType;
  const isDocument = mimeType === DOCUMENT;
  const isUrl = encoding === 'url';
  const isKnown = isUrl ? mimeType.startsWith('image/') : IMAGES.has(mimeType);
  const isHeld = !isUrl || /^https?:/i.test(data);
  if (!isHeld || !(isDocument || isKnown)) return { type: 'text', text: mediaPlaceholder(block) };
  const named = isDocument && filename !== undefined ? { title: filename } : {};
  const source = isUrl
    ? { type: 'url', url: data }
    : { type: 'base64', media_type: mimeType, data };
  return { ...part, type: isDocument ? 'document' : 'image', source, ...named };
}

/** Reads the text that a document or a search result consists of. */
function readHeldText(part: Members): ReadBlock | undefined {
  const {
    type: kind,
    data,
    content,
  } = membersOf(part['type'] === 'document' ? part['source'] : {});
  if (kind === 'text') return typeof data === 'string' ? { type: 'text', text: data } : undefined;
  const held = part['type'] === 'search_result' ? part['content'] : content;
  if (typeof held === 'string') return { type: 'text', text: held };
  const texts = listOf(held).map((one) => membersOf(one)['text']);
  const isText = texts.length > 0 && texts.every((text) => typeof text === 'string');
  return isText ? { type: 'text', text: texts.join('\n') } : undefined;
}

function writeHeldText(part: Members, text: string): Members {
  const content = [{ type: 'text', text }];
  if (part['type'] === 'search_result') return { ...part, content };
  const source = membersOf(part['source']);
  const held = source['type'] === 'text' ? { data: text } : { content };
  return { ...part, source: { ...source, ...held } };
}
