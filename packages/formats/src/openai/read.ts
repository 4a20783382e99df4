import {
  describeValue,
  type ContentBlock,
  type IContent,
  type Speaker,
  type ToolCallBlock,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import type { CallNames } from '../call-ids.ts';
import { rejectMessage } from '../format-error.ts';
import { readAddress } from '../results/media.ts';
import { opaqueBlock, wrapPart, contentBlocks } from '../parts.ts';
import { readEntry, type NativePart } from '../native.ts';
import { readArguments } from '../results/arguments.ts';
import { readFailure } from '../results/tool-payload.ts';
import { isObject, listOf, membersOf, textMember, textOf, type Members } from '../values.ts';

/** A message of OpenAI's chat completions and compatible APIs. Unlisted members are preserved. */
export interface OpenAIMessage {
  readonly role: string;
  readonly id?: unknown;
  readonly content?: unknown;
  readonly name?: unknown;
  readonly tool_calls?: unknown;
  readonly tool_call_id?: unknown;
  readonly function_call?: unknown;
  readonly refusal?: unknown;
  readonly audio?: unknown;
  readonly reasoning_content?: unknown;
  readonly reasoning?: unknown;
}

export const SPEAKERS: ReadonlyMap<unknown, Speaker> = new Map([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'human'],
  ['assistant', 'ai'],
  ['tool', 'tool'],
  ['function', 'tool'],
]);

/** Id of every old `function_call` and of its `function` message: both have none, and position pairs equal ids. Never written. */
export const FUNCTION_CALL_ID = 'function_call';

/** Members with the model's reasoning, by vendor. */
export const REASONING_FIELDS = ['reasoning_content', 'reasoning'] as const;
/** Members that are recognized but not interpreted. */
export const OPAQUE_FIELDS = ['refusal', 'audio'] as const;

/** Reads a message as one entry. `names` collects the calls of the conversation. */
export function readMessage(message: OpenAIMessage, index: number, names: CallNames): IContent {
  const fail = rejectMessage('openai', index);
  if (!isObject(message)) fail(describeValue(message), 'an object with a role');
  const speaker =
    SPEAKERS.get(message.role) ??
    fail(`role ${describeValue(message.role)}`, [...SPEAKERS.keys()].join(', '));
  const { content, tool_calls: calls } = message;
  if (typeof content !== 'string' && !Array.isArray(content ?? [])) {
    fail(`content ${describeValue(content)}`, 'a string, an array of parts, or null');
  }
  if (!Array.isArray(calls ?? []) || !listOf(calls).every(isObject)) {
    fail(`tool_calls ${describeValue(calls)}`, 'an array of objects');
  }

  const blocks: ContentBlock[] = [];
  if (speaker === 'tool') blocks.push(readResponse(message, names));
  else {
    readReasoning(message, blocks);
    const said =
      typeof content === 'string'
        ? contentBlocks('openai', content)
        : listOf(content).map((part) => readPart(part));
    for (const block of said) blocks.push(block);
    for (const name of OPAQUE_FIELDS) {
      if (message[name] !== undefined && message[name] !== null) {
        blocks.push({ type: 'opaque', kind: name, native: field(name) });
      }
    }
    readCalls(message, blocks);
    for (const block of blocks) {
      if (block.type === 'tool_call') names.addCall(block.id, block.name, index);
    }
  }
  const name = speaker === 'tool' ? undefined : message.name;
  const metadata = typeof name === 'string' ? { name } : undefined;
  return readEntry({ speaker, blocks, metadata }, { format: 'openai', message });
}

function readReasoning(message: OpenAIMessage, blocks: ContentBlock[]): void {
  let previous: string | undefined;
  for (const name of REASONING_FIELDS) {
    const thought = message[name];
    // Some servers send the same text under both names.
    if (typeof thought !== 'string' || thought === '' || thought === previous) continue;
    blocks.push({ type: 'thinking', thought, native: field(name) });
    previous = thought;
  }
}

function readCalls(message: OpenAIMessage, blocks: ContentBlock[]): void {
  for (const call of listOf(message.tool_calls)) blocks.push(readCall(membersOf(call)));
  const old = message.function_call;
  if (!isObject(old)) return;
  const call = readCall({ id: FUNCTION_CALL_ID, function: old });
  blocks.push({ ...call, native: field('function_call') });
}

export function readCall(part: Members): ToolCallBlock {
  const { id, function: called, custom } = part;
  const isCustom = !isObject(called) && isObject(custom);
  const { name, input, arguments: written } = membersOf(isCustom ? custom : called);
  return {
    type: 'tool_call',
    id: textOf(id),
    name: textOf(name),
    parameters: isCustom ? input : readArguments(written),
    native: wrapPart('openai', part),
  };
}

export function readPart(value: unknown): ContentBlock {
  const native = wrapPart('openai', value);
  const { type, text, image_url: image, input_audio: audio, file } = membersOf(value);
  if (type === 'text' && typeof text === 'string') return { type: 'text', text, native };
  const { url } = membersOf(image);
  if (type === 'image_url' && typeof url === 'string') {
    return { type: 'media', ...readAddress(url, 'image/*'), native };
  }
  const { data, format } = membersOf(audio);
  if (type === 'input_audio' && typeof data === 'string') {
    return { type: 'media', mimeType: `audio/${textOf(format)}`, data, encoding: 'base64', native };
  }
  if (type === 'file' && isObject(file)) {
    const { file_data: address, filename } = membersOf(file);
    const facts = readAddress(textOf(address), 'application/octet-stream');
    return { type: 'media', ...facts, ...textMember('filename', filename), native };
  }
  return opaqueBlock(type, native);
}

export function readResponse(message: OpenAIMessage, names?: CallNames): ToolResponseBlock {
  const ownId = textOf(message.tool_call_id);
  const callId = ownId === '' && message.role === 'function' ? FUNCTION_CALL_ID : ownId;
  return {
    type: 'tool_response',
    callId,
    toolName: names?.resolveToolName(callId) ?? textOf(message.name),
    ...(readFailure(message.content) ?? { result: message.content }),
    native: wrapPart('openai', message),
  };
}

function field(name: string): NativePart {
  return { format: 'openai', field: name };
}
