import {
  formatMediaPlaceholder,
  type ContentBlock,
  type MediaBlock,
  type ThinkingBlock,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { fencedCode } from '@palimpsest/text';
import { anthropicFailures, anthropicResults, writeMedia as writeResultMedia } from './results.ts';
import { readPart, speakerOf, type AnthropicMessage, type AnthropicPart } from './read.ts';
import { asResultMedia } from '../results/media.ts';
import { hasSameOutcome, nativePart, originOf, sameBlock } from '../native.ts';
import { takeMedia } from '../results/result-pieces.ts';
import { writeResult as writeResultContent } from '../results/result-list.ts';
import { errorText, wrapParameters } from '../results/tool-payload.ts';
import type { Turn } from '../turns.ts';
import { isRecord } from '../values.ts';

const ROLES = { system: 'system', human: 'user', tool: 'user', ai: 'assistant' } as const;

export function writeTurn(
  { speaker, blocks }: Turn,
  raw: AnthropicMessage | undefined,
  isUntouched: (block: ContentBlock) => boolean,
): AnthropicMessage | undefined {
  const role = raw !== undefined && speakerOf(raw.role) === speaker ? raw.role : ROLES[speaker];
  const [first] = blocks;
  const isText = blocks.length === 1 && first?.type === 'text';
  if (isText && nativePart<AnthropicPart>('anthropic', first)?.part === undefined) {
    return { ...raw, role, content: first.text };
  }
  const beside: unknown[] = [];
  const content = blocks.flatMap((block) => writePart(block, isUntouched, beside));
  if (raw === undefined && blocks.length > 0 && content.length === 0) return undefined;
  // Results come first in a message, directly followed by their media.
  const end = 1 + content.findLastIndex((part) => isRecord(part) && part['type'] === 'tool_result');
  const whole = [...content.slice(0, end), ...beside, ...content.slice(end)];
  return { ...raw, role, content: whole };
}

/**
 * Returns nothing for a block that the format cannot express.
 *
 * @param beside receives media of a result that cannot contain it
 */
function writePart(
  block: ContentBlock,
  isUntouched: (block: ContentBlock) => boolean,
  beside: unknown[],
): readonly unknown[] {
  const native = nativePart<AnthropicPart>('anthropic', block);
  const part = native?.part;
  if (native?.value !== undefined) return [native.value];
  const before = part === undefined || isUntouched(block) ? undefined : readPart(part);
  if (part !== undefined && (before === undefined || sameBlock(block, before))) return [part];
  switch (block.type) {
    case 'text': {
      const { id: _stale, ...rest } = part ?? {};
      return [{ ...rest, type: 'text', text: block.text }];
    }
    case 'code':
      return [{ type: 'text', text: fencedCode(block.code, block.language) }];
    case 'thinking':
      return writeThinking(block);
    case 'media':
      return writeMedia(block, part);
    case 'tool_call': {
      const { id, name, parameters } = block;
      return [{ ...part, type: 'tool_use', id, name, input: wrapParameters(parameters) }];
    }
    case 'tool_response':
      return [writeResult(block, part, before, beside)];
    default:
      return [];
  }
}

/** Omits a signature of another provider, which the API would reject. */
function writeThinking(block: ThinkingBlock): readonly AnthropicPart[] {
  const { thought, signature, encryptedContent } = block;
  const origin = originOf(block);
  const isOurs = origin === undefined || origin === 'anthropic' || origin === 'icontent';
  if (thought === '') {
    const hasData = isOurs && encryptedContent !== undefined && signature === undefined;
    if (hasData) return [{ type: 'redacted_thinking', data: encryptedContent }];
    if (!isOurs || signature === undefined) return [];
  }
  const signed = isOurs && signature !== undefined ? { signature } : {};
  return [{ type: 'thinking', thinking: thought, ...signed }];
}

/** Writes a placeholder for media that the API rejects. */
function writeMedia(block: MediaBlock, part: AnthropicPart | undefined): readonly AnthropicPart[] {
  // A text, a list of blocks or an uploaded file.
  if (block.data === '' && part !== undefined) return [part];
  const media = asResultMedia(block);
  const written = writeResultMedia(media);
  if (written !== undefined) return [{ ...part, ...written }];
  return [{ type: 'text', text: formatMediaPlaceholder(media) }];
}

function writeResult(
  block: ToolResponseBlock,
  part: AnthropicPart | undefined,
  before: ContentBlock | undefined,
  beside: unknown[],
): AnthropicPart {
  const hasFailed = errorText(block) !== undefined || block.isError === true;
  const { is_error: flag, ...rest } = part ?? {};
  const isSame = before?.type === 'tool_response' && hasSameOutcome(block, before);
  return {
    ...rest,
    type: 'tool_result',
    tool_use_id: block.callId,
    content: isSame ? part?.content : writeOutcome(block, part?.content, beside),
    ...(hasFailed ? { is_error: true } : flag === false ? { is_error: false } : {}),
  };
}

/** Moves media of a failure next to its result: "all content must be type text if is_error is true". */
function writeOutcome(block: ToolResponseBlock, before: unknown, beside: unknown[]): unknown {
  const isFailure = errorText(block) !== undefined;
  if (!isFailure && block.isError !== true) {
    return writeResultContent(block, anthropicResults, { before, isFailure });
  }
  const { shown, taken } = takeMedia(block.result, writeResultMedia);
  for (const media of taken.values()) beside.push(media);
  return writeResultContent({ ...block, result: shown }, anthropicFailures, { before, isFailure });
}
