import type { Codec } from './codec.ts';
import { writeEntries, writeResultsApart, type EntryFormat } from './entries.ts';
import { readMessage, type PiMessage, readPart, readResponse, SPEAKERS } from './pi/read.ts';
import type { ContentBlock, Speaker, ToolResponseBlock } from '@palimpsest/core-types';
import { hasSameOutcome, nativePart, sameBlock } from './native.ts';
import { acceptedSignature, plainText, writeParts, type PartWriter } from './parts.ts';
import { wrapParameters } from './results/arguments.ts';
import { errorText, hasFailed, writeResult } from './results/tool-payload.ts';
import type { Members } from './values.ts';

export type { PiMessage } from './pi/read.ts';

/** Messages of pi: one entry per message. */
export const pi: Codec<PiMessage> = {
  name: 'pi',
  decode: (messages) => messages.map((message, index) => readMessage(message, index)),
  encode: (history) => writeEntries(entries, history),
};

const ROLES = { system: 'system', human: 'user', ai: 'assistant', tool: 'user' } as const;

/** Members that pi requires in every model response. */
const ANSWER = {
  api: '',
  provider: '',
  model: '',
  usage: {
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 0,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  },
  stopReason: 'stop',
} as const;

const entries: EntryFormat<PiMessage> = {
  name: 'pi',
  write(entry, raw) {
    const timestamp = entry.metadata?.timestamp ?? 0;
    return writeResultsApart(
      entry,
      (block) => writeResponse(block, timestamp),
      (blocks) => writeMessage(entry.speaker, blocks, timestamp, raw),
    );
  },
};

function writeMessage(
  speaker: Speaker,
  blocks: readonly ContentBlock[],
  timestamp: number,
  raw: PiMessage | undefined,
): PiMessage | undefined {
  const [first] = blocks;
  const whole = first === undefined ? undefined : nativePart<PiMessage>('pi', first)?.part;
  // A message of an application.
  if (first?.type === 'opaque' && whole?.role !== undefined) return whole;
  const isSameSpeaker = raw !== undefined && SPEAKERS.get(raw.role) === speaker;
  const role = isSameSpeaker ? raw.role : ROLES[speaker];
  const text = role === 'assistant' ? undefined : plainText('pi', blocks);
  const partWriter: PartWriter = {
    name: 'pi',
    read: readPart,
    write: (block, part) => writePart(block, part, role === 'system'),
  };
  const content = text ?? writeParts(partWriter, blocks);
  if (raw === undefined && blocks.length > 0 && content.length === 0) return undefined;
  if (isSameSpeaker) return { ...raw, content };
  const hasCalls = blocks.some(({ type }) => type === 'tool_call');
  const answer = role === 'assistant' ? ANSWER : {};
  const reason = role === 'assistant' && hasCalls ? { stopReason: 'toolUse' } : {};
  return { role, content, ...answer, ...reason, timestamp };
}

function writePart(
  block: ContentBlock,
  part: Members | undefined,
  isInstruction: boolean,
): Members | undefined {
  switch (block.type) {
    case 'text': {
      // Contains the id under which a provider would use the stored text.
      const { textSignature: _stale, ...rest } = part ?? {};
      return { ...rest, type: 'text', text: block.text };
    }
    case 'thinking': {
      const signature = acceptedSignature('pi', block);
      if (block.thought === '' && signature === undefined) return undefined;
      const signed = signature === undefined ? {} : { thinkingSignature: signature };
      return { type: 'thinking', thinking: block.thought, ...signed };
    }
    case 'media': {
      const { data, mimeType, encoding } = block;
      if (data === '') return part;
      const isImage = mimeType.startsWith('image/') && encoding === 'base64' && !isInstruction;
      return isImage ? { ...part, type: 'image', data, mimeType } : undefined;
    }
    case 'tool_call': {
      const { id, name, parameters } = block;
      return { ...part, type: 'toolCall', id, name, arguments: wrapParameters(parameters) };
    }
    default:
      return undefined;
  }
}

function writeResponse(block: ToolResponseBlock, timestamp: number): PiMessage {
  const raw = nativePart<PiMessage>('pi', block)?.part;
  const before = raw === undefined ? undefined : readResponse(raw);
  if (raw !== undefined && before !== undefined && sameBlock(block, before)) return raw;
  const { callId, toolName } = block;
  const isSame = before !== undefined && hasSameOutcome(block, before);
  const isError = hasFailed(block);
  return {
    role: 'toolResult',
    ...raw,
    toolCallId: callId,
    // An empty name stays, as in an unchanged message.
    ...(before?.toolName === '' ? {} : { toolName }),
    content: isSame ? raw?.content : writeContent(block, raw?.content),
    ...(raw === undefined || isError || raw.isError === true ? { isError } : {}),
    ...(raw === undefined ? { timestamp } : {}),
  };
}

/** Writes a result as a list, which pi requires. */
function writeContent(block: ToolResponseBlock, before: unknown): readonly unknown[] {
  const written = writeResult(block, before, errorText(block) !== undefined);
  return typeof written === 'string' ? [{ type: 'text', text: written }] : written;
}
