import { describeValue, type ContentBlock, type Speaker } from '@palimpsest/core-types';
import { FormatError } from '../format-error.ts';
import type { NativePart } from '../native.ts';
import { readAnswer } from '../results/result-beside.ts';
import { unwrapParameters, type Outcome } from '../results/tool-payload.ts';
import type { Turn } from '../turns.ts';
import { isObject, isRecord, listOf, textOf } from '../values.ts';

/**
 * A content of the Gemini API. In addition to its roles, `system` stands for the system instruction, which the API takes separately (see
 * `geminiRequest`). Unlisted members are preserved.
 */
export interface GeminiContent {
  readonly role?: string;
  readonly parts?: unknown;
}

export interface GeminiPart {
  readonly text?: unknown;
  readonly thought?: unknown;
  readonly thoughtSignature?: unknown;
  readonly functionCall?: {
    readonly id?: unknown;
    readonly name?: unknown;
    readonly args?: unknown;
  };
  readonly functionResponse?: {
    readonly id?: unknown;
    readonly name?: unknown;
    readonly response?: unknown;
    readonly parts?: unknown;
  };
  readonly executableCode?: { readonly code?: unknown; readonly language?: unknown };
  readonly inlineData?: GeminiData;
  readonly fileData?: GeminiData;
}

interface GeminiData {
  readonly mimeType?: unknown;
  readonly data?: unknown;
  readonly fileUri?: unknown;
  readonly displayName?: unknown;
}

const SPEAKERS: ReadonlyMap<unknown, Speaker> = new Map<unknown, Speaker>([
  ['user', 'human'],
  [undefined, 'human'],
  ['function', 'human'],
  ['model', 'ai'],
  ['system', 'system'],
]);

export function speakerOf(role: unknown): Speaker | undefined {
  return SPEAKERS.get(role);
}

export function readTurn(content: GeminiContent, index: number): Turn {
  const fail = (seen: string, accepted: string): never => {
    throw new FormatError({ format: 'gemini', index, seen, accepted });
  };
  if (!isObject(content)) return fail(describeValue(content), 'an object with role and parts');
  const speaker =
    SPEAKERS.get(content.role) ??
    fail(`role ${describeValue(content.role)}`, 'user, model, function, system, or none');
  const parts: unknown = content.parts ?? [];
  if (!Array.isArray(parts)) return fail(`parts ${describeValue(parts)}`, 'an array of parts');
  return { speaker, blocks: parts.map(readPart) };
}

export function readPart(value: unknown): ContentBlock {
  if (!isObject(value))
    return { type: 'opaque', kind: 'unknown', native: { format: 'gemini', value } };
  const part: GeminiPart = value;
  const native: NativePart = { format: 'gemini', part };
  const { text, functionCall: call, functionResponse, executableCode: code } = part;
  if (isObject(call)) {
    const parameters = unwrapParameters(call.args);
    return { type: 'tool_call', id: textOf(call.id), name: textOf(call.name), parameters, native };
  }
  if (isObject(functionResponse)) {
    const { id, name, response, parts } = functionResponse;
    const { result, ...failure } = readOutcome(response);
    const outcome = { ...failure, result: readAnswer({ value: result, beside: listOf(parts) }) };
    return {
      type: 'tool_response',
      callId: textOf(id),
      toolName: textOf(name),
      ...outcome,
      native,
    };
  }
  if (part.thought === true && typeof (text ?? '') === 'string') {
    const signature = part.thoughtSignature;
    const signed = typeof signature === 'string' ? { signature } : {};
    return { type: 'thinking', thought: textOf(text), ...signed, native };
  }
  if (typeof code?.code === 'string') {
    return { type: 'code', code: code.code, language: textOf(code.language), native };
  }
  const data = part.inlineData ?? part.fileData;
  if (isObject(data)) {
    const named = typeof data.displayName === 'string' ? { filename: data.displayName } : {};
    const isInline = part.inlineData !== undefined && part.inlineData !== null;
    return {
      type: 'media',
      mimeType: textOf(data.mimeType),
      data: textOf(isInline ? data.data : data.fileUri),
      encoding: isInline ? 'base64' : 'url',
      ...named,
      native,
    };
  }
  // An empty text may carry a thought signature, and must be preserved.
  if (typeof text === 'string' && (text !== '' || part.thoughtSignature === undefined)) {
    return { type: 'text', text, native };
  }
  return { type: 'opaque', kind: Object.keys(part)[0] ?? 'unknown', native };
}

const OWN = new Set(['output', 'error', 'is_error']);

/** Reads the output of `writeOutcome`; any other response object is the result itself. */
export function readOutcome(response: unknown): Outcome {
  if (!isRecord(response)) return { result: response };
  const { output, error, is_error: flag } = response;
  const has = (key: string): boolean => Object.hasOwn(response, key);
  const hasOthers = Object.keys(response).some((key) => !OWN.has(key));
  const isOurs = !hasOthers && (flag === undefined || flag === true);
  if (isOurs && has('output') && typeof error === 'string') {
    return { result: output, error, ...(flag === true ? { isError: true } : {}) };
  }
  if (isOurs && flag === undefined && has('output') !== has('error')) {
    return has('output') ? { result: output } : { result: error, isError: true };
  }
  return { result: response, ...(error === undefined || error === null ? {} : { isError: true }) };
}
