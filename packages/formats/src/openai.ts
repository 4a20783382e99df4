import { CallNames } from './call-ids.ts';
import type { Codec } from './codec.ts';
import { writeEntries, writeResultsApart, type EntryFormat } from './entries.ts';
import {
  FUNCTION_CALL_ID,
  readMessage,
  type OpenAIMessage,
  OPAQUE_FIELDS,
  readCall,
  readPart,
  readResponse,
  REASONING_FIELDS,
  SPEAKERS,
} from './openai/read.ts';
import type {
  ContentBlock,
  IContent,
  MediaBlock,
  ThinkingBlock,
  ToolCallBlock,
  ToolResponseBlock,
} from '@palimpsest/core-types';
import { fencedCode } from '@palimpsest/engine/text';
import { hasSameOutcome, nativePart, sameBlock } from './native.ts';
import { writeParts, type PartWriter } from './parts.ts';
import { writeAddress } from './results/media.ts';
import { writeArguments } from './results/arguments.ts';
import { hasFailed, resultText, writeResult } from './results/tool-payload.ts';
import { same } from './same.ts';
import { isObject, listOf, membersOf, textOf, type Members } from './values.ts';

export type { OpenAIMessage } from './openai/read.ts';

/** Chat completions: one entry per message. */
export const openai: Codec<OpenAIMessage> = {
  name: 'openai',
  decode(messages) {
    const names = new CallNames();
    return messages.map((message, index) => readMessage(message, index, names));
  },
  encode: (history) => writeEntries(entries, history),
};

type Writable = { -readonly [Key in keyof OpenAIMessage]: OpenAIMessage[Key] } & {
  reasoning_details?: unknown;
};

const ROLES = { system: 'system', human: 'user', ai: 'assistant', tool: 'user' } as const;

/** How entries are written. */
const entries: EntryFormat<OpenAIMessage> = {
  name: 'openai',
  write: (entry, raw) =>
    writeResultsApart(entry, writeResponse, (blocks) => {
      const message = writeMessage({ ...entry, blocks: [...blocks] }, raw);
      return raw === undefined && blocks.length > 0 && isBlank(message) ? undefined : message;
    }),
};

function writeMessage(
  { speaker, blocks, metadata }: IContent,
  raw: OpenAIMessage | undefined,
): OpenAIMessage {
  const role = SPEAKERS.get(raw?.role) === speaker && raw !== undefined ? raw.role : ROLES[speaker];
  const message: Writable = { ...raw, role };
  const calls: ToolCallBlock[] = [];
  const thinking: ThinkingBlock[] = [];
  const content: ContentBlock[] = [];
  for (const block of blocks) {
    if (block.type === 'tool_call') calls.push(block);
    else if (block.type === 'thinking') thinking.push(block);
    else content.push(block);
  }
  const kept = new Set(content.map((block) => nativePart('openai', block)?.field));
  const written = writeContent(content, raw, calls.length > 0);
  if (raw === undefined || written !== raw.content) {
    message.content = written;
    // The provider would use the text stored under this id.
    delete message.id;
  }
  for (const name of OPAQUE_FIELDS) {
    if (isObject(raw) && raw[name] !== null && !kept.has(name)) delete message[name];
  }
  writeReasoning(message, raw, thinking);
  writeCalls(message, calls);
  const name = metadata?.['name'];
  if (typeof name === 'string') message.name = name;
  else if (typeof message.name === 'string') delete message.name;
  return message;
}

/** Writes the content of a message, in its former shape if possible. */
function writeContent(
  blocks: readonly ContentBlock[],
  raw: OpenAIMessage | undefined,
  hasCalls: boolean,
): unknown {
  const [first] = blocks;
  if (blocks.length === 1 && first !== undefined && !hasPart(first)) {
    if (first.type === 'text') return first.text;
    if (first.type === 'code') return fencedCode(first.code, first.language);
  }
  const written = writeParts(partWriter, blocks);
  if (written.length > 0) return same(written, raw?.content) ? raw?.content : written;
  if (raw !== undefined && listOf(raw.content).length === 0 && !textOf(raw.content)) {
    return raw.content;
  }
  return hasCalls ? null : '';
}

function hasPart(block: ContentBlock): boolean {
  return nativePart('openai', block)?.part !== undefined;
}

const partWriter: PartWriter = {
  name: 'openai',
  read: readPart,
  write(block, part) {
    if (block.type === 'media') return writeMedia(block, part);
    if (block.type !== 'text') return undefined;
    const { id: _stale, ...rest } = part ?? {};
    return { ...rest, type: 'text', text: block.text };
  },
};

function writeMedia(block: MediaBlock, part: Members | undefined): Members | undefined {
  const { mimeType, data, encoding, filename } = block;
  if (data === '') return part;
  const holds = (type: 'image_url' | 'input_audio' | 'file', facts: Members): Members => ({
    ...part,
    type,
    [type]: { ...membersOf(part?.[type]), ...facts },
  });
  if (mimeType.startsWith('image/')) return holds('image_url', { url: writeAddress(block) });
  if (mimeType.startsWith('audio/') && encoding === 'base64') {
    return holds('input_audio', { data, format: mimeType.slice('audio/'.length) });
  }
  const named = filename === undefined ? {} : { filename };
  return holds('file', { ...named, file_data: writeAddress(block) });
}

function writeReasoning(
  message: Writable,
  raw: OpenAIMessage | undefined,
  thinking: readonly ThinkingBlock[],
): void {
  const thoughts = new Map<string, string[]>();
  for (const block of thinking) {
    if (block.thought === '') continue;
    const own = nativePart('openai', block)?.field ?? block.sourceField;
    const name = own === 'reasoning' ? 'reasoning' : 'reasoning_content';
    thoughts.set(name, [...(thoughts.get(name) ?? []), block.thought]);
  }
  const isTwin = raw?.reasoning_content === raw?.reasoning && thoughts.has('reasoning_content');
  for (const name of REASONING_FIELDS) {
    const texts = thoughts.get(name);
    if (texts !== undefined) message[name] = texts.join('\n\n');
    else if (typeof raw?.[name] === 'string' && raw[name] !== '' && !isTwin) delete message[name];
  }
  // Signed or structured copies of removed reasoning.
  if (thinking.length === 0) delete message.reasoning_details;
}

function writeCalls(message: Writable, calls: readonly ToolCallBlock[]): void {
  const { function_call: called } = message;
  const old = isObject(called) ? { id: FUNCTION_CALL_ID, function: called } : undefined;
  delete message.function_call;
  const listed: Members[] = [];
  for (const block of calls) {
    const native = nativePart<Members>('openai', block);
    if (native?.field === 'function_call') {
      message.function_call = writeCall(block, old)['function'];
    } else listed.push(writeCall(block, native?.part));
  }
  if (listed.length > 0) message.tool_calls = listed;
  else if (Array.isArray(message.tool_calls) && message.tool_calls.length > 0)
    delete message.tool_calls;
}

function writeCall(block: ToolCallBlock, part: Members | undefined): Members {
  const { id, name, parameters } = block;
  if (part === undefined) {
    return { id, type: 'function', function: { name, arguments: writeArguments(parameters) } };
  }
  const before = readCall(part);
  if (sameBlock(block, before)) return part;
  const ownId = id === before.id ? {} : { id };
  const { function: called, custom } = part;
  if (!isObject(called) && isObject(custom)) {
    return { ...part, ...ownId, custom: { ...custom, name, input: parameters } };
  }
  const given = membersOf(called);
  const written = same(parameters, before.parameters)
    ? {}
    : { arguments: writeArguments(parameters, given['arguments']) };
  return { ...part, ...ownId, function: { ...given, name, ...written } };
}

function writeResponse(block: ToolResponseBlock): OpenAIMessage {
  const raw = nativePart<OpenAIMessage>('openai', block)?.part;
  if (raw === undefined) {
    const content = writeContentOf(block, undefined);
    if (block.callId === FUNCTION_CALL_ID) {
      return { role: 'function', name: block.toolName, content };
    }
    return { role: 'tool', tool_call_id: block.callId, content };
  }
  const before = readResponse(raw);
  const isSameId = block.callId === before.callId;
  // The name of the tool is not written.
  if (isSameId && hasSameOutcome(block, before)) return raw;
  const ownId = isSameId ? {} : { tool_call_id: block.callId };
  return { ...raw, ...ownId, content: writeContentOf(block, raw.content) };
}

function writeContentOf(block: ToolResponseBlock, before: unknown): unknown {
  const written = writeResult(block, before, hasFailed(block));
  // The API requires a text, or at least one part.
  return written.length === 0 ? resultText(block.result) : written;
}

/** Returns whether nothing is left because all blocks were of another format. */
function isBlank({ content, tool_calls, ...message }: OpenAIMessage): boolean {
  const hasThought = REASONING_FIELDS.some((name) => message[name] !== undefined);
  return (content === '' || content === null) && tool_calls === undefined && !hasThought;
}
