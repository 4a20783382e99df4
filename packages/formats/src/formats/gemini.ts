import type { MediaBlock, ToolResponseBlock } from '@palimpsest/core-types';
import type { Format } from '../codec.ts';
import { defineFormat, type FormatTable } from '../framework/format-table.ts';
import {
  isObject,
  isRecord,
  listOf,
  membersOf,
  textMember,
  textOf,
  type Members,
} from '../framework/values.ts';
import { unwrapParameters, wrapParameters } from '../results/arguments.ts';
import { readAnswerPart, writeAnswerPart, type AnswerFormat } from '../results/split-result.ts';
import { errorText, type ToolResult } from '../results/tool-payload.ts';

/**
 * A content of the Gemini API. In addition to its roles, `system` stands for the system instruction, which the API takes separately (see
 * `geminiRequest`). Unlisted members are preserved.
 */
export interface GeminiContent {
  readonly role?: string;
  readonly parts?: unknown;
}

const table: FormatTable<GeminiContent> = {
  name: 'gemini',
  title: '`contents` of the Gemini API',
  detect: ({ parts }) =>
    Array.isArray(parts) && parts.every((part) => typeof membersOf(part)['type'] !== 'string')
      ? 'sure'
      : undefined,
  member: 'parts',
  takesText: false,
  roles: new Map([
    ['user', 'human'],
    [undefined, 'human'],
    ['function', 'human'],
    ['model', 'ai'],
    ['system', 'system'],
  ] as const),
  acceptedRoles: 'user, model, function, system, or none',
  newRoles: { system: 'system', human: 'user', tool: 'user', ai: 'model' },
  results: 'user',
  reshapesResults: true,
  callIdOf: ({ functionCall }) => membersOf(functionCall)['id'],
  kindIn: 'members',
  readers: {
    functionCall: ({ functionCall: call }) => {
      const { id, name, args } = membersOf(call);
      if (!isObject(call)) return undefined;
      const parameters = unwrapParameters(args);
      return { type: 'tool_call', id: textOf(id), name: textOf(name), parameters };
    },
    functionResponse: ({ functionResponse: response }) =>
      isObject(response) ? readAnswerPart(table, response, answers) : undefined,
    thought: ({ thought, text, thoughtSignature }) =>
      thought === true && typeof (text ?? '') === 'string'
        ? {
            type: 'thinking',
            thought: textOf(text),
            ...textMember('signature', thoughtSignature),
          }
        : undefined,
    inlineData: ({ inlineData }) => readMedia(inlineData, 'base64'),
    fileData: ({ fileData }) => readMedia(fileData, 'url'),
    // An empty text may carry a thought signature, and must be preserved. Code that the model ran is opaque too: its result must stay after it.
    text: ({ text, thoughtSignature }) =>
      typeof text === 'string' && (text !== '' || thoughtSignature === undefined)
        ? { type: 'text', text }
        : undefined,
  },
  writers: {
    text: ({ text }, part) => ({ ...part, text }),
    thinking: ({ thought, signature }) =>
      thought === '' && signature === undefined
        ? undefined
        : { text: thought, thought: true, ...textMember('thoughtSignature', signature) },
    media: writeMedia,
    tool_call: ({ id, name, parameters }, part) => {
      const called = membersOf(part?.['functionCall']);
      const isWithoutId = id === '' || (part !== undefined && textOf(called['id']) === '');
      const args = wrapParameters(parameters);
      return { ...part, functionCall: { ...called, ...(!isWithoutId && { id }), name, args } };
    },
    tool_response: (block, part, before) => ({
      ...part,
      functionResponse: writeAnswerPart(table, block, part?.['functionResponse'], before, answers),
    }),
  },
};

/** Gemini contents. A user content with function responses becomes one entry per response and one per run of other parts. */
export const gemini: Format<GeminiContent> = defineFormat(table);

export interface GeminiRequest {
  /** For `config.systemInstruction`; absent if there is none. */
  readonly systemInstruction?: { readonly parts: readonly unknown[] };
  readonly contents: readonly GeminiContent[];
}

/**
 * Returns contents as a request accepts them. Leading system contents become the system instruction. A later one becomes a user content at
 * its position, because the API has no instructions between turns.
 */
export function geminiRequest(contents: readonly GeminiContent[]): GeminiRequest {
  const start = contents.findIndex(({ role }) => role !== 'system');
  const count = start < 0 ? contents.length : start;
  const parts = contents.slice(0, count).flatMap((content) => listOf(content.parts));
  const rest = contents
    .slice(count)
    .map((content) => (content.role === 'system' ? { ...content, role: 'user' } : content));
  return { ...(count > 0 ? { systemInstruction: { parts } } : {}), contents: rest };
}

function readMedia(
  media: unknown,
  encoding: 'base64' | 'url',
): Omit<MediaBlock, 'native'> | undefined {
  if (!isObject(media)) return undefined;
  const { mimeType, data, fileUri, displayName } = membersOf(media);
  return {
    type: 'media',
    mimeType: textOf(mimeType),
    data: textOf(encoding === 'base64' ? data : fileUri),
    encoding,
    ...textMember('filename', displayName),
  };
}

function writeMedia(block: MediaBlock, part: Members | undefined): Members {
  const { mimeType, data, encoding, filename } = block;
  const { inlineData, fileData, ...rest } = part ?? {};
  const named = filename === undefined ? {} : { displayName: filename };
  return encoding === 'base64'
    ? { ...rest, inlineData: { ...membersOf(inlineData), mimeType, data, ...named } }
    : { ...rest, fileData: { ...membersOf(fileData), mimeType, fileUri: data, ...named } };
}

/** The members of a `functionResponse`. */
const answers: AnswerFormat = {
  id: 'id',
  value: 'response',
  mediaList: 'parts',
  read: readToolResult,
  write: writeToolResult,
};

/** Reads the output of `writeToolResult`; any other response object is the result itself. */
function readToolResult(response: unknown): ToolResult {
  if (!isRecord(response)) return { result: response };
  const { output, error, is_error: flag, ...others } = response;
  const has = (key: string): boolean => Object.hasOwn(response, key);
  const isWritten = Object.keys(others).length === 0 && (flag === undefined || flag === true);
  if (isWritten && has('output') && typeof error === 'string') {
    return { result: output, error, ...(flag === true ? { isError: true } : {}) };
  }
  if (isWritten && flag === undefined && has('output') !== has('error')) {
    return has('output') ? { result: output } : { result: error, isError: true };
  }
  return { result: response, ...(error === undefined || error === null ? {} : { isError: true }) };
}

/** Writes `{output}` for a result, `{error}` for a failed one, both if a failure has an error text. */
function writeToolResult(
  block: ToolResponseBlock,
  before: ToolResponseBlock | undefined,
  isBare: boolean,
): unknown {
  const { isError, result: value } = block;
  // An empty error text that was there stays.
  const error = block.error === before?.error ? block.error : errorText(block);
  // A tool that returns an object of its own keeps doing so.
  if (isBare && error === undefined && isRecord(value)) {
    const read = readToolResult(value);
    if (read.result === value && (read.isError === true) === (isError === true)) return value;
  }
  const output = value ?? null;
  if (error !== undefined) {
    return { error, output, ...(isError === true ? { is_error: true } : {}) };
  }
  return isError === true ? { error: output } : { output };
}
