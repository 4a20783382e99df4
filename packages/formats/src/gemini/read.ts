import type { ContentBlock, Speaker, ToolResponseBlock } from '@palimpsest/core-types';
import { opaqueBlock, wrapPart } from '../parts.ts';
import { readAnswerPart, type AnswerFormat } from '../results/split-result.ts';
import { unwrapParameters } from '../results/arguments.ts';
import { errorText, type Outcome } from '../results/tool-payload.ts';
import type { TurnReader } from '../turns.ts';
import { isObject, isRecord, membersOf, textMember, textOf } from '../values.ts';

/**
 * A content of the Gemini API. In addition to its roles, `system` stands for the system instruction, which the API takes separately (see
 * `geminiRequest`). Unlisted members are preserved.
 */
export interface GeminiContent {
  readonly role?: string;
  readonly parts?: unknown;
}

/** How contents are read. */
export const geminiReader: TurnReader = {
  name: 'gemini',
  member: 'parts',
  speakers: new Map<unknown, Speaker>([
    ['user', 'human'],
    [undefined, 'human'],
    ['function', 'human'],
    ['model', 'ai'],
    ['system', 'system'],
  ]),
  acceptedRoles: 'user, model, function, system, or none',
  acceptedContent: 'an array of parts',
  takesText: false,
  readPart: (part) => readPart(part),
};

export function readPart(value: unknown): ContentBlock {
  const part = membersOf(value);
  const native = wrapPart('gemini', value);
  const { text, thought, thoughtSignature, inlineData, fileData } = part;
  const { functionCall: call, functionResponse } = part;
  if (isObject(call)) {
    const { id, name, args } = membersOf(call);
    const parameters = unwrapParameters(args);
    return { type: 'tool_call', id: textOf(id), name: textOf(name), parameters, native };
  }
  if (isObject(functionResponse)) {
    return { ...readAnswerPart(functionResponse, geminiAnswers), native };
  }
  if (thought === true && typeof (text ?? '') === 'string') {
    const signed = textMember('signature', thoughtSignature);
    return { type: 'thinking', thought: textOf(text), ...signed, native };
  }
  const media = inlineData ?? fileData;
  if (isObject(media)) {
    const { mimeType, data, fileUri, displayName } = membersOf(media);
    const isInline = media === inlineData;
    return {
      type: 'media',
      mimeType: textOf(mimeType),
      data: textOf(isInline ? data : fileUri),
      encoding: isInline ? 'base64' : 'url',
      ...textMember('filename', displayName),
      native,
    };
  }
  // An empty text may carry a thought signature, and must be preserved.
  if (typeof text === 'string' && (text !== '' || thoughtSignature === undefined)) {
    return { type: 'text', text, native };
  }
  // Code that the model ran is opaque too: its result must stay after it.
  return opaqueBlock(Object.keys(part)[0], native);
}

/** How results are held. */
export const geminiAnswers: AnswerFormat = {
  id: 'id',
  value: 'response',
  mediaList: 'parts',
  read: readOutcome,
  write: writeOutcome,
};

/** Reads the output of `writeOutcome`; any other response object is the result itself. */
function readOutcome(response: unknown): Outcome {
  if (!isRecord(response)) return { result: response };
  const { output, error, is_error: flag, ...others } = response;
  const has = (key: string): boolean => Object.hasOwn(response, key);
  const isOurs = Object.keys(others).length === 0 && (flag === undefined || flag === true);
  if (isOurs && has('output') && typeof error === 'string') {
    return { result: output, error, ...(flag === true ? { isError: true } : {}) };
  }
  if (isOurs && flag === undefined && has('output') !== has('error')) {
    return has('output') ? { result: output } : { result: error, isError: true };
  }
  return { result: response, ...(error === undefined || error === null ? {} : { isError: true }) };
}

/** Writes `{output}` for a result, `{error}` for a failed one, both if a failure has an error text. */
function writeOutcome(
  block: ToolResponseBlock,
  before: ToolResponseBlock | undefined,
  isBare: boolean,
): unknown {
  const { isError, result: value } = block;
  // An empty error text is kept.
  const error = block.error === before?.error ? block.error : errorText(block);
  // A tool that returns an object of its own keeps doing so.
  if (isBare && error === undefined && isRecord(value)) {
    const read = readOutcome(value);
    if (read.result === value && (read.isError === true) === (isError === true)) return value;
  }
  const output = value ?? null;
  if (error !== undefined)
    return { error, output, ...(isError === true ? { is_error: true } : {}) };
  return isError === true ? { error: output } : { output };
}
