import type {
  ContentBlock,
  MediaBlock,
  ResultMedia,
  ToolResponseBlock,
} from '@palimpsest/core-types';
import { fencedCode } from '@palimpsest/text';
import { readOutcome, readPart, speakerOf, type GeminiContent, type GeminiPart } from './read.ts';
import { withGivenId } from '../missing-ids.ts';
import { hasSameOutcome, nativePart, originOf, sameBlock } from '../native.ts';
import { writeAnswer } from '../results/result-beside.ts';
import { errorText, wrapParameters } from '../results/tool-payload.ts';
import type { Turn } from '../turns.ts';
import { isRecord, listOf, textOf } from '../values.ts';

const ROLES = { system: 'system', human: 'user', tool: 'user', ai: 'model' } as const;

export function writeTurn(
  { speaker, blocks }: Turn,
  raw: GeminiContent | undefined,
  isUntouched: (block: ContentBlock) => boolean,
): GeminiContent | undefined {
  const isSameSpeaker = raw !== undefined && speakerOf(raw.role) === speaker;
  const role = isSameSpeaker ? {} : { role: ROLES[speaker] };
  const parts = blocks.flatMap((block) => writePart(block, isUntouched));
  if (raw === undefined && blocks.length > 0 && parts.length === 0) return undefined;
  return { ...raw, ...role, parts };
}

/** Returns nothing for a block that the format cannot express. */
function writePart(
  block: ContentBlock,
  isUntouched: (block: ContentBlock) => boolean,
): readonly unknown[] {
  const native = nativePart<GeminiPart>('gemini', block);
  const part = native?.part;
  if (native?.value !== undefined) return [native.value];
  const before =
    part === undefined || isUntouched(block) ? undefined : withGivenId(readPart(part), block);
  if (part !== undefined && (before === undefined || sameBlock(block, before, true))) return [part];
  switch (block.type) {
    case 'text':
      return [{ ...part, text: block.text }];
    case 'code':
      return part?.executableCode === undefined
        ? [{ text: fencedCode(block.code, block.language) }]
        : [{ ...part, executableCode: { ...part.executableCode, code: block.code } }];
    case 'thinking': {
      const { thought, signature } = block;
      const origin = originOf(block);
      const isOurs = origin === undefined || origin === 'gemini' || origin === 'icontent';
      const signed = isOurs && signature !== undefined ? { thoughtSignature: signature } : {};
      if (thought === '' && !('thoughtSignature' in signed)) return [];
      return [{ text: thought, thought: true, ...signed }];
    }
    case 'media':
      return writeMedia(block, part);
    case 'tool_call': {
      const isIdLess = part !== undefined && textOf(part.functionCall?.id) === '';
      const id = block.id === '' || isIdLess ? {} : { id: block.id };
      const args = wrapParameters(block.parameters);
      return [{ ...part, functionCall: { ...part?.functionCall, ...id, name: block.name, args } }];
    }
    case 'tool_response':
      return [writeResponse(block, part, before)];
    default:
      return [];
  }
}

function writeMedia(block: MediaBlock, part: GeminiPart | undefined): readonly GeminiPart[] {
  const { mimeType, data, encoding, filename } = block;
  if (data === '') return part === undefined ? [] : [part];
  const { inlineData, fileData, ...rest } = part ?? {};
  const named = filename === undefined ? {} : { displayName: filename };
  return encoding === 'base64'
    ? [{ ...rest, inlineData: { ...inlineData, mimeType, data, ...named } }]
    : [{ ...rest, fileData: { ...fileData, mimeType, fileUri: data, ...named } }];
}

function writeResponse(
  block: ToolResponseBlock,
  part: GeminiPart | undefined,
  before: ContentBlock | undefined,
): GeminiPart {
  const known = before?.type === 'tool_response' ? before : undefined;
  const isIdLess = part !== undefined && textOf(part.functionResponse?.id) === '';
  const id = block.callId === '' || isIdLess ? {} : { id: block.callId };
  // If the provider omitted the name, it is known from the call only.
  const name = known?.toolName === '' ? {} : { name: block.toolName };
  const isSame = known !== undefined && hasSameOutcome(block, known);
  if (isSame) return { ...part, functionResponse: { ...part?.functionResponse, ...id, ...name } };
  const { parts, ...raw } = part?.functionResponse ?? {};
  const answered = readOutcome(raw.response).result;
  const given = part === undefined ? undefined : { value: answered, beside: listOf(parts) };
  const { value, beside } = writeAnswer(block.result, given, writeResultMedia);
  const response = writeOutcome(block, value, known, answered === raw.response);
  const media = beside.length === 0 ? {} : { parts: beside };
  return { ...part, functionResponse: { ...raw, ...id, ...name, response, ...media } };
}

/** Writes media of a result. Files stored elsewhere have an id or a URL there. */
function writeResultMedia({ mimeType, source, data }: ResultMedia): GeminiPart | undefined {
  if (mimeType.includes('*') || data === '') return undefined;
  if (source === 'base64') return { inlineData: { mimeType, data } };
  return source === 'url' ? { fileData: { mimeType, fileUri: data } } : undefined;
}

/** Writes `{output}` for a result, `{error}` for a failed one, both if a failure has an error text. */
function writeOutcome(
  block: ToolResponseBlock,
  value: unknown,
  before: ToolResponseBlock | undefined,
  isBare: boolean,
): unknown {
  const { isError } = block;
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
