import { describeValue, type ContentBlock, type Speaker } from '@palimpsest/core-types';
import { FormatError } from '../format-error.ts';
import { readAddress } from '../results/media.ts';
import type { NativePart } from '../native.ts';
import { readAnswer } from '../results/result-beside.ts';
import { readFailure, type Outcome } from '../results/tool-payload.ts';
import type { Turn } from '../turns.ts';
import { isObject, isRecord, listOf, textOf } from '../values.ts';

/** A `MessageData` of Genkit. Unlisted members are preserved. */
export interface GenkitMessage {
  readonly role: string;
  readonly content?: unknown;
}

export interface GenkitPart {
  readonly text?: unknown;
  readonly reasoning?: unknown;
  readonly media?: { readonly url?: unknown; readonly contentType?: unknown } | null;
  readonly toolRequest?: GenkitTool & { readonly input?: unknown };
  readonly toolResponse?: GenkitTool & { readonly output?: unknown; readonly content?: unknown };
  readonly metadata?: unknown;
}

interface GenkitTool {
  readonly ref?: unknown;
  readonly name?: unknown;
}

/** Tool messages are split into their responses, like user messages. */
const SPEAKERS: ReadonlyMap<unknown, Speaker> = new Map<unknown, Speaker>([
  ['user', 'human'],
  ['model', 'ai'],
  ['tool', 'human'],
  ['system', 'system'],
]);

export function speakerOf(role: unknown): Speaker | undefined {
  return SPEAKERS.get(role);
}

export function readTurn(message: GenkitMessage, index: number): Turn {
  const fail = (seen: string, accepted: string): never => {
    throw new FormatError({ format: 'genkit', index, seen, accepted });
  };
  if (!isObject(message)) return fail(describeValue(message), 'an object with role and content');
  const speaker =
    SPEAKERS.get(message.role) ??
    fail(`role ${describeValue(message.role)}`, [...SPEAKERS.keys()].join(', '));
  const content: unknown = message.content ?? [];
  if (!Array.isArray(content))
    return fail(`content ${describeValue(content)}`, 'an array of parts');
  return { speaker, blocks: content.map(readPart) };
}

export function readPart(value: unknown): ContentBlock {
  if (!isRecord(value)) {
    return { type: 'opaque', kind: 'unknown', native: { format: 'genkit', value } };
  }
  const part: GenkitPart = value;
  const native: NativePart = { format: 'genkit', part };
  const { text, reasoning, media, toolRequest: call, toolResponse: response } = part;
  if (isObject(call)) {
    const parameters = call.input === undefined ? {} : call.input;
    return { type: 'tool_call', id: textOf(call.ref), name: textOf(call.name), parameters, native };
  }
  if (isObject(response)) {
    const { ref, name, content } = response;
    const { result, ...failure } = readOutput(response.output);
    const outcome = { ...failure, result: readAnswer({ value: result, beside: listOf(content) }) };
    return {
      type: 'tool_response',
      callId: textOf(ref),
      toolName: textOf(name),
      ...outcome,
      native,
    };
  }
  if (typeof reasoning === 'string') {
    const signature = signatureOf(part);
    const signed = signature === undefined ? {} : { signature };
    return { type: 'thinking', thought: reasoning, ...signed, native };
  }
  if (isObject(media)) {
    const type = typeof media.contentType === 'string' ? media.contentType : 'image/*';
    return { type: 'media', ...readAddress(textOf(media.url), type), native };
  }
  // An empty text may carry a thought signature, and must be preserved.
  if (typeof text === 'string' && (text !== '' || signatureOf(part) === undefined)) {
    return { type: 'text', text, native };
  }
  return { type: 'opaque', kind: Object.keys(part)[0] ?? 'unknown', native };
}

export function readOutput(output: unknown): Outcome {
  return readFailure(output) ?? { result: output };
}

function signatureOf({ metadata }: GenkitPart): string | undefined {
  const signature = isRecord(metadata) ? metadata['thoughtSignature'] : undefined;
  return typeof signature === 'string' ? signature : undefined;
}
