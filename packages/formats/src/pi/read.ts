import {
  describeValue,
  type ContentBlock,
  type ContentMetadata,
  type IContent,
  type Speaker,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { rejectMessage } from '../format-error.ts';
import { readEntry } from '../native.ts';
import { contentBlocks, opaqueBlock, wrapPart } from '../parts.ts';
import { unwrapParameters } from '../results/arguments.ts';
import { readFlagged } from '../results/tool-payload.ts';
import { isRecord, listOf, membersOf, textMember, textOf } from '../values.ts';

/** A message of pi. Messages with roles of applications pass unchanged. Unlisted members are preserved. */
export interface PiMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly toolCallId?: unknown;
  readonly toolName?: unknown;
  readonly isError?: unknown;
  readonly details?: unknown;
  readonly provider?: unknown;
  readonly model?: unknown;
  readonly timestamp?: unknown;
}

export const SPEAKERS: ReadonlyMap<unknown, Speaker> = new Map<unknown, Speaker>([
  ['system', 'system'],
  ['user', 'human'],
  ['assistant', 'ai'],
  ['toolResult', 'tool'],
]);

export function readMessage(message: PiMessage, index: number): IContent {
  const fail = rejectMessage('pi', index);
  if (!isRecord(message)) return fail(describeValue(message), 'an object with a role');
  const { role, content } = message;
  if (typeof role !== 'string') return fail(`role ${describeValue(role)}`, 'a text');
  const speaker = SPEAKERS.get(role);
  const source = { format: 'pi', message } as const;
  if (speaker === undefined) {
    const blocks = [opaqueBlock(role, wrapPart('pi', message))];
    return readEntry({ speaker: 'system', blocks }, source);
  }
  if (typeof content !== 'string' && !Array.isArray(content ?? [])) {
    return fail(`content ${describeValue(content)}`, 'a string, an array of parts, or null');
  }
  const blocks = speaker === 'tool' ? [readResponse(message)] : readContent(content);
  return readEntry({ speaker, blocks, metadata: metadataOf(message) }, source);
}

function readContent(content: unknown): ContentBlock[] {
  return typeof content === 'string'
    ? contentBlocks('pi', content)
    : listOf(content).map((part) => readPart(part));
}

export function readPart(value: unknown): ContentBlock {
  const native = wrapPart('pi', value);
  const {
    type,
    text,
    thinking,
    thinkingSignature,
    id,
    name,
    arguments: args,
    data,
    mimeType,
  } = membersOf(value);
  if (type === 'text' && typeof text === 'string') return { type: 'text', text, native };
  if (type === 'thinking') {
    const signed = textMember('signature', thinkingSignature);
    return { type: 'thinking', thought: textOf(thinking), ...signed, native };
  }
  if (type === 'toolCall') {
    const parameters = unwrapParameters(args);
    return { type: 'tool_call', id: textOf(id), name: textOf(name), parameters, native };
  }
  if (type === 'image') {
    const facts = { mimeType: typeof mimeType === 'string' ? mimeType : 'image/*' };
    return { type: 'media', ...facts, data: textOf(data), encoding: 'base64', native };
  }
  return opaqueBlock(type, native);
}

export function readResponse(message: PiMessage): ToolResponseBlock {
  const { toolCallId, toolName, content, isError } = message;
  return {
    type: 'tool_response',
    callId: textOf(toolCallId),
    toolName: textOf(toolName),
    ...readFlagged(plainText(content) ?? content, isError === true),
    native: wrapPart('pi', message),
  };
}

/** Returns the text of a result with one text, which `writeResult` writes as one part. */
function plainText(content: unknown): string | undefined {
  const [part, ...others] = listOf(content);
  if (!isRecord(part) || others.length > 0 || part['type'] !== 'text') return undefined;
  const { text } = part;
  return typeof text === 'string' && Object.keys(part).length === 2 ? text : undefined;
}

function metadataOf({ role, provider, model }: PiMessage): ContentMetadata | undefined {
  if (role !== 'assistant') return undefined;
  const metadata: ContentMetadata = {
    ...(textOf(model) === '' ? {} : { model: textOf(model) }),
    ...(textOf(provider) === '' ? {} : { provider: textOf(provider) }),
  };
  return Object.keys(metadata).length > 0 ? metadata : undefined;
}
