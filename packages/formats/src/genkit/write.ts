import type { ContentBlock, ResultMedia, ToolResponseBlock } from '@palimpsest/core-types';
import { fencedCode } from '@palimpsest/text';
import { readOutput, readPart, speakerOf, type GenkitMessage, type GenkitPart } from './read.ts';
import { writeAddress } from '../results/media.ts';
import { withGivenId } from '../missing-ids.ts';
import { hasSameOutcome, nativePart, originOf, sameBlock } from '../native.ts';
import { writeAnswer } from '../results/result-beside.ts';
import { mediaAddress } from '../results/result-list.ts';
import { errorText, writeFailure } from '../results/tool-payload.ts';
import type { Turn } from '../turns.ts';
import { listOf, textOf } from '../values.ts';

const ROLES = { system: 'system', human: 'user', tool: 'tool', ai: 'model' } as const;

export function writeTurn(
  { speaker, blocks }: Turn,
  raw: GenkitMessage | undefined,
  isUntouched: (block: ContentBlock) => boolean,
): GenkitMessage | undefined {
  const isSameSpeaker = raw !== undefined && speakerOf(raw.role) === speaker;
  const hasResponses = speaker === 'human' && blocks.some(({ type }) => type === 'tool_response');
  const role = isSameSpeaker ? raw.role : ROLES[hasResponses ? 'tool' : speaker];
  const content = blocks.flatMap((block) => writePart(block, isUntouched));
  if (raw === undefined && blocks.length > 0 && content.length === 0) return undefined;
  return { ...raw, role, content };
}

/** Returns nothing for a block that the format cannot express. */
function writePart(
  block: ContentBlock,
  isUntouched: (block: ContentBlock) => boolean,
): readonly unknown[] {
  const native = nativePart<GenkitPart>('genkit', block);
  if (native !== undefined && 'value' in native) return [native.value];
  const part = native?.part;
  const before =
    part === undefined || isUntouched(block) ? undefined : withGivenId(readPart(part), block);
  if (part !== undefined && (before === undefined || sameBlock(block, before, true))) return [part];
  switch (block.type) {
    case 'text':
      return [{ ...part, text: block.text }];
    case 'code':
      return [{ text: fencedCode(block.code, block.language) }];
    case 'thinking': {
      const { thought, signature } = block;
      const origin = originOf(block);
      const isOurs = origin === undefined || origin === 'genkit' || origin === 'icontent';
      const isSigned = isOurs && signature !== undefined;
      if (thought === '' && !isSigned) return [];
      const signed = isSigned ? { metadata: { thoughtSignature: signature } } : {};
      return [{ reasoning: thought, ...signed }];
    }
    case 'media': {
      if (block.data === '') return part === undefined ? [] : [part];
      const media = { ...part?.media, url: writeAddress(block), contentType: block.mimeType };
      return [{ ...part, media }];
    }
    case 'tool_call': {
      const isRefLess = part !== undefined && textOf(part.toolRequest?.ref) === '';
      const ref = block.id === '' || isRefLess ? {} : { ref: block.id };
      const { name, parameters: input } = block;
      return [{ ...part, toolRequest: { ...part?.toolRequest, ...ref, name, input } }];
    }
    case 'tool_response':
      return [writeResponse(block, part, before)];
    default:
      return [];
  }
}

function writeResponse(
  block: ToolResponseBlock,
  part: GenkitPart | undefined,
  before: ContentBlock | undefined,
): GenkitPart {
  const known = before?.type === 'tool_response' ? before : undefined;
  const isRefLess = part !== undefined && textOf(part.toolResponse?.ref) === '';
  const ref = block.callId === '' || isRefLess ? {} : { ref: block.callId };
  // If the message omitted the name, it is known from the call only.
  const name = known?.toolName === '' ? {} : { name: block.toolName };
  const isSame = known !== undefined && hasSameOutcome(block, known);
  if (isSame) return { ...part, toolResponse: { ...part?.toolResponse, ...ref, ...name } };
  const { content, ...raw } = part?.toolResponse ?? {};
  const given =
    part === undefined
      ? undefined
      : { value: readOutput(raw.output).result, beside: listOf(content) };
  const { value, beside } = writeAnswer(block.result, given, writeResultMedia);
  const hasFailed = errorText(block) !== undefined || block.isError === true;
  const output = hasFailed ? writeFailure({ ...block, result: value }) : (value ?? null);
  const media = beside.length === 0 ? {} : { content: beside };
  return { ...part, toolResponse: { ...raw, ...ref, ...name, output, ...media } };
}

function writeResultMedia(media: ResultMedia): GenkitPart | undefined {
  const url = mediaAddress(media);
  return url === undefined ? undefined : { media: { url, contentType: media.mimeType } };
}
