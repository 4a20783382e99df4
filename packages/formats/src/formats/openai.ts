import {
  describeValue,
  type ContentBlock,
  type ThinkingBlock,
  type ToolCallBlock,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { fencedCode } from '@palimpsest/engine/text';
import type { Format } from '../codec.ts';
import {
  defineFormat,
  type FormatTable,
  type Reject,
  type Turn,
} from '../framework/format-table.ts';
import { hasSameResult, nativePart, sameBlock, type NativePart } from '../framework/native.ts';
import { wrapPart, writeParts, type ReadBlock } from '../framework/part-table.ts';
import { readContent } from '../framework/read-messages.ts';
import { same } from '../framework/same.ts';
import {
  isObject,
  isRecord,
  listOf,
  membersOf,
  textOf,
  type Members,
} from '../framework/values.ts';
import { openaiParts, readFunctionCall } from '../openai/parts.ts';
import { writeArguments } from '../results/arguments.ts';
import { hasFailed, readToolResult, resultText, writeResult } from '../results/tool-payload.ts';

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

const OWN_ROLES = new Set<unknown>(['developer', 'tool', 'function']);
const SHARED_ROLES = new Set<unknown>(['system', 'user', 'assistant']);
const OWN_MEMBERS = ['tool_calls', 'function_call', 'reasoning_content', 'refusal'];
const OWN_PARTS = new Set<unknown>(['image_url', 'input_audio', 'file', 'refusal']);
const FOREIGN_PARTS = /^(?:tool-|input_(?:text|image|file)$|output_text$|reasoning)/;

const table: FormatTable<OpenAIMessage> = {
  ...openaiParts,
  title: 'chat completions of OpenAI and compatible servers',
  detect: ({ type: item, role, parts, content, ...members }) => {
    if (item === 'message' || Array.isArray(parts)) return undefined;
    const types = listOf(content).map((part) => membersOf(part)['type']);
    if (types.some((type) => FOREIGN_PARTS.test(textOf(type)))) return undefined;
    if (OWN_ROLES.has(role)) return 'sure';
    if (!SHARED_ROLES.has(role)) return undefined;
    const isOwn =
      OWN_MEMBERS.some((name) => name in members) || types.some((type) => OWN_PARTS.has(type));
    return isOwn ? 'sure' : 'likely';
  },
  member: 'content',
  takesText: true,
  roles: new Map([
    ['system', 'system'],
    ['developer', 'system'],
    ['user', 'human'],
    ['assistant', 'ai'],
    ['tool', 'tool'],
    ['function', 'tool'],
  ] as const),
  newRoles: { system: 'system', human: 'user', tool: 'user', ai: 'assistant' },
  results: 'messages',
  hasNames: true,
  namesResultsByCalls: true,
  readBlocks,
  readResult,
  writeMessage,
  writeResult: writeResponse,
};

/** Chat completions: one entry per message. */
export const openai: Format<OpenAIMessage> = defineFormat(table);

/** Id of every old `function_call` and of its `function` message, which have none: their order pairs them. Never written. */
const FUNCTION_CALL_ID = 'function_call';
/** Members with the model's reasoning, by vendor. */
const REASONING = ['reasoning_content', 'reasoning'] as const;
/** Members that are recognized but not interpreted. */
const OPAQUE = ['refusal', 'audio'] as const;

function field(name: string): NativePart {
  return { format: 'openai', field: name };
}

function readBlocks(message: Members, speaker: Turn['speaker'], reject: Reject): ContentBlock[] {
  const { content, tool_calls: calls, function_call: old } = message;
  if (!Array.isArray(calls ?? []) || !listOf(calls).every(isObject)) {
    reject(`tool_calls ${describeValue(calls)}`, 'an array of objects');
  }
  const thoughts = REASONING.map((name) => textOf(message[name]));
  return [
    ...REASONING.flatMap((name, at): ContentBlock | readonly [] =>
      // Some servers send the same text under both names.
      thoughts[at] === '' || (at === 1 && thoughts[0] === thoughts[1])
        ? []
        : { type: 'thinking', thought: thoughts[at]!, native: field(name) },
    ),
    ...readContent(table, content, speaker),
    ...OPAQUE.filter((name) => (message[name] ?? null) !== null).map((kind): ContentBlock => ({
      type: 'opaque',
      kind,
      native: field(kind),
    })),
    ...listOf(calls).map((call) => readCall(membersOf(call))),
    ...(isObject(old)
      ? [{ ...readCall({ id: FUNCTION_CALL_ID, function: old }), native: field('function_call') }]
      : []),
  ];
}

function readCall(part: Members): ToolCallBlock {
  return { ...readFunctionCall(part), native: wrapPart('openai', part) };
}

function readResult(message: Members): ReadBlock & { readonly type: 'tool_response' } {
  const ownId = textOf(message['tool_call_id']);
  return {
    type: 'tool_response',
    callId: ownId === '' && message['role'] === 'function' ? FUNCTION_CALL_ID : ownId,
    toolName: textOf(message['name']),
    ...readToolResult(openaiParts, message['content']),
  };
}

type Writable = { -readonly [Key in keyof OpenAIMessage]: OpenAIMessage[Key] } & {
  reasoning_details?: unknown;
};

function writeMessage(
  { speaker, blocks, metadata }: Turn,
  raw: OpenAIMessage | undefined,
): OpenAIMessage | undefined {
  const message: Writable = { ...raw, role: raw?.role ?? table.newRoles[speaker] };
  const calls = blocks.filter((block) => block.type === 'tool_call');
  const thinking = blocks.filter((block) => block.type === 'thinking');
  const content = blocks.filter(({ type }) => type !== 'tool_call' && type !== 'thinking');
  const written = writeContent(content, raw, calls.length > 0);
  if (raw === undefined || written !== raw.content) {
    message.content = written;
    // The provider would use the text stored under this id.
    delete message.id;
  }
  const kept = new Set(content.map((block) => nativePart('openai', block)?.field));
  for (const name of OPAQUE) {
    if (raw !== undefined && raw[name] !== null && !kept.has(name)) delete message[name];
  }
  writeReasoning(message, raw, thinking);
  writeCalls(message, calls);
  const name = metadata?.['name'];
  if (typeof name === 'string') message.name = name;
  else if (typeof message.name === 'string') delete message.name;
  // A message of which no block can be expressed is left out.
  return raw === undefined && blocks.length > 0 && isBlank(message) ? undefined : message;
}

/** Writes the content of a message, in its former shape if possible. */
function writeContent(
  blocks: readonly ContentBlock[],
  raw: OpenAIMessage | undefined,
  hasCalls: boolean,
): unknown {
  const [first] = blocks;
  const isPlain = first !== undefined && nativePart('openai', first)?.part === undefined;
  if (blocks.length === 1 && isPlain) {
    if (first.type === 'text') return first.text;
    if (first.type === 'code') return fencedCode(first.code, first.language);
  }
  const written = writeParts(openaiParts, blocks, 'human');
  if (written.length > 0) return same(written, raw?.content) ? raw?.content : written;
  if (raw !== undefined && listOf(raw.content).length === 0 && textOf(raw.content) === '') {
    return raw.content;
  }
  return hasCalls ? null : '';
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
  for (const name of REASONING) {
    const texts = thoughts.get(name);
    if (texts !== undefined) message[name] = texts.join('\n\n');
    else if (textOf(raw?.[name]) !== '' && !isTwin) delete message[name];
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
  else if (listOf(message.tool_calls).length > 0) delete message.tool_calls;
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

function writeResponse(block: ToolResponseBlock, raw: OpenAIMessage | undefined): OpenAIMessage {
  const { callId, toolName: name } = block;
  if (raw === undefined) {
    const content = writeToolResult(block, undefined);
    return callId === FUNCTION_CALL_ID
      ? { role: 'function', name, content }
      : { role: 'tool', tool_call_id: callId, content };
  }
  const before = readResult(isRecord(raw) ? raw : {}) as ToolResponseBlock;
  const isSameId = callId === before.callId;
  // The name of the tool is that of the call: it alone changes nothing.
  if (isSameId && hasSameResult(block, before)) return raw;
  const ownId = isSameId ? {} : { tool_call_id: callId };
  return { ...raw, ...ownId, content: writeToolResult(block, raw.content) };
}

function writeToolResult(block: ToolResponseBlock, before: unknown): unknown {
  const written = writeResult(openaiParts, block, before, hasFailed(block));
  // The API requires a text, or at least one part.
  return written.length === 0 ? resultText(block.result) : written;
}

/** Returns whether a message says nothing. */
function isBlank({ content, tool_calls: calls, ...message }: OpenAIMessage): boolean {
  const hasThought = REASONING.some((name) => message[name] !== undefined);
  return (content === '' || content === null) && calls === undefined && !hasThought;
}
