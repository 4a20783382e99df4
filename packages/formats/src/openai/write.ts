import type {
  ContentBlock,
  IContent,
  ThinkingBlock,
  ToolCallBlock,
  ToolResponseBlock,
} from '@palimpsest/core-types';
import { nativePart, sameBlock } from '../native.ts';
import { writeContent } from './content.ts';
import {
  OPAQUE_FIELDS,
  readCall,
  readPart,
  readResponse,
  REASONING_FIELDS,
  SPEAKERS,
  type OpenAICall,
  type OpenAIMessage,
  type OpenAIPart,
} from './read.ts';
import { same } from '../same.ts';
import { hasOnly, isForeignToAll, writeResult, type ResultShapes } from '../results/result-list.ts';
import { errorText, resultText, writeArguments } from '../results/tool-payload.ts';
import { isObject } from '../values.ts';

type Writable = { -readonly [Key in keyof OpenAIMessage]: OpenAIMessage[Key] } & {
  reasoning_details?: unknown;
};

const ROLES = { system: 'system', human: 'user', ai: 'assistant', tool: 'user' } as const;

/** Builds the messages of a changed entry. `untouched` contains its unchanged blocks. */
export function writeEntry(
  entry: IContent,
  raw: OpenAIMessage | undefined,
  untouched: ReadonlySet<ContentBlock>,
): OpenAIMessage[] {
  const responses: OpenAIMessage[] = [];
  const rest: ContentBlock[] = [];
  for (const block of entry.blocks) {
    if (block.type === 'tool_response') responses.push(writeResponse(block, untouched));
    else rest.push(block);
  }
  if (entry.speaker === 'tool' && rest.length === 0) return responses;
  const message = writeMessage({ ...entry, blocks: rest }, raw, untouched);
  if (raw === undefined && rest.length > 0 && isBlank(message)) return responses;
  return entry.speaker === 'ai' ? [message, ...responses] : [...responses, message];
}

function writeMessage(
  { speaker, blocks, metadata }: IContent,
  raw: OpenAIMessage | undefined,
  untouched: ReadonlySet<ContentBlock>,
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
  const kept = fields(content);
  const written = writeContent(content, raw, calls.length > 0, untouched);
  if (raw === undefined || written !== raw.content) {
    message.content = written;
    // The provider would use the text stored under this id.
    delete message.id;
  }
  for (const name of OPAQUE_FIELDS) {
    if (isObject(raw) && raw[name] !== null && !kept.has(name)) delete message[name];
  }
  writeReasoning(message, raw, thinking);
  writeCalls(message, calls, untouched);
  const name = metadata?.['name'];
  if (typeof name === 'string') message.name = name;
  else if (typeof message.name === 'string') delete message.name;
  return message;
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

function writeCalls(
  message: Writable,
  calls: readonly ToolCallBlock[],
  untouched: ReadonlySet<ContentBlock>,
): void {
  const old = isObject(message.function_call) ? { function: message.function_call } : undefined;
  delete message.function_call;
  const listed: OpenAICall[] = [];
  for (const block of calls) {
    const native = nativePart<OpenAICall>('openai', block);
    if (native?.field === 'function_call') {
      message.function_call = writeCall(block, old, untouched).function;
    } else listed.push(writeCall(block, native?.part, untouched));
  }
  if (listed.length > 0) message.tool_calls = listed;
  else if (Array.isArray(message.tool_calls) && message.tool_calls.length > 0)
    delete message.tool_calls;
}

function writeCall(
  block: ToolCallBlock,
  part: OpenAICall | undefined,
  untouched: ReadonlySet<ContentBlock>,
): OpenAICall {
  const { id, name, parameters } = block;
  if (part === undefined) {
    return { id, type: 'function', function: { name, arguments: writeArguments(parameters) } };
  }
  if (untouched.has(block)) return part;
  const before = readCall(part);
  if (sameBlock(block, before)) return part;
  const ownId = id === before.id ? {} : { id };
  if (!isObject(part.function) && isObject(part.custom)) {
    return { ...part, ...ownId, custom: { ...part.custom, name, input: parameters } };
  }
  const written = same(parameters, before.parameters)
    ? {}
    : { arguments: writeArguments(parameters, part.function?.arguments) };
  return { ...part, ...ownId, function: { ...part.function, name, ...written } };
}

function writeResponse(
  block: ToolResponseBlock,
  untouched: ReadonlySet<ContentBlock>,
): OpenAIMessage {
  const raw = nativePart<OpenAIMessage>('openai', block)?.part;
  if (raw === undefined) {
    return { role: 'tool', tool_call_id: block.callId, content: writeContentOf(block, undefined) };
  }
  if (untouched.has(block)) return raw;
  const before = readResponse(raw);
  if (sameBlock(block, before)) return raw;
  const ownId = block.callId === before.callId ? {} : { tool_call_id: block.callId };
  return { ...raw, ...ownId, content: writeContentOf(block, raw.content) };
}

function writeContentOf(block: ToolResponseBlock, before: unknown): unknown {
  const isFailure = errorText(block) !== undefined || block.isError === true;
  const written = writeResult(block, RESULTS, { before, isFailure });
  // The API requires a text, or at least one part.
  return written.length === 0 ? resultText(block.result) : written;
}

/** Parts of a `tool` message: the API accepts texts, some servers accept more. */
const RESULTS: ResultShapes = {
  isOwn(part, isRead) {
    if (isRead) return isTextPart(part) || isForeignToAll(part) || readPart(part).type === 'media';
    return isTextPart(part) && hasOnly(part, ['type', 'text']);
  },
  text: (text) => ({ type: 'text', text }),
  media: () => undefined,
};

function isTextPart(value: unknown): value is object {
  const part: OpenAIPart = isObject(value) ? value : {};
  return part.type === 'text' && typeof part.text === 'string';
}

function fields(blocks: readonly ContentBlock[]): ReadonlySet<string> {
  return new Set(blocks.map((block) => nativePart('openai', block)?.field ?? ''));
}

/** Returns whether nothing is left because all blocks were of another format. */
function isBlank({ content, tool_calls, ...message }: OpenAIMessage): boolean {
  const hasThought = REASONING_FIELDS.some((name) => message[name] !== undefined);
  return (content === '' || content === null) && tool_calls === undefined && !hasThought;
}
