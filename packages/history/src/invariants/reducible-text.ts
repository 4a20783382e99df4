import { isMarker, resultParts, type ContentBlock, type IContent } from '@palimpsest/core-types';
import { hasContent, isReasoningOnly } from '../entries/blank.ts';

/** A reduced text: one or two of its lines and a gap marker. In UTF-16 units, as are the lengths below. */
const TEXT_LENGTH = 250;

/**
 * A reduced result of a failed call keeps its first error line and its last line (law 7), their context and gap markers; other results less.
 * Each further text of a result may keep as much as a text.
 */
const RESULT_LENGTH = 1_200;

/** Shorter reasoning is no longer than the gap marker that would replace it. */
const LONE_REASONING_LENGTH = 24;

/**
 * Describes the first block that could still be shortened, for example "a text of 900 characters". Returns `undefined` if there is none:
 * media, opaque blocks and calls cannot be reduced, markers already are.
 */
export function findReducibleText(entry: IContent): string | undefined {
  const isShort = isReasoningOnly(entry) && thoughtLength(entry) <= LONE_REASONING_LENGTH;
  if (isShort) return undefined;
  for (const block of entry.blocks) {
    // Code of the agent is its own voice.
    if (block.type === 'code' && entry.speaker === 'ai') continue;
    const part = describeReducible(block);
    if (part !== undefined) return part;
  }
  return undefined;
}

function thoughtLength({ blocks }: IContent): number {
  return blocks.reduce(
    (length, block) => length + (block.type === 'thinking' ? block.thought.length : 0),
    0,
  );
}

function describeReducible(block: ContentBlock): string | undefined {
  switch (block.type) {
    case 'thinking':
      // Redacted reasoning may be empty.
      return hasContent(block) ? 'reasoning' : undefined;
    case 'text':
      return isMarker(block.text) ? undefined : describeIfLonger('a text', block.text, TEXT_LENGTH);
    case 'code':
      return describeIfLonger('code', block.code, TEXT_LENGTH);
    case 'tool_response': {
      const { result } = block;
      const text = typeof result === 'string' ? result : unescaped(jsonOf(result, withoutMarkers));
      const further = Math.max(0, resultParts(result).length - 1);
      return describeIfLonger('a result', text, RESULT_LENGTH + further * TEXT_LENGTH);
    }
    default:
      return undefined;
  }
}

function describeIfLonger(
  name: string,
  text: string | undefined,
  length: number,
): string | undefined {
  if (text === undefined || text.length <= length) return undefined;
  // A run of white space is hardly a token, so a marker in its place may be larger.
  const shown = text.replaceAll(/\s+/g, ' ');
  return shown.length > length ? `${name} of ${text.length} characters` : undefined;
}

/** Replaces each escape by one character, as in the texts themselves: a line end by white space. */
function unescaped(json: string | undefined): string | undefined {
  return json?.replaceAll(/\\(?:([nrt])|u[\da-f]{4}|.)/g, (_, blank?: string) =>
    blank === undefined ? '?' : ' ',
  );
}

function withoutMarkers(_: string, value: unknown): unknown {
  return typeof value === 'string' && isMarker(value) ? '' : value;
}

/** Returns `undefined` for values without a JSON form (circular, big integers, too deep): they cannot be reduced as JSON. */
function jsonOf(
  value: unknown,
  look?: (key: string, value: unknown) => unknown,
): string | undefined {
  try {
    return JSON.stringify(value, look);
  } catch {
    return undefined;
  }
}
