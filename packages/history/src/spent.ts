import { isMarker, type ContentBlock, type IContent } from '@palimpsest/core-types';
import { hasContent, isReasoningOnly } from './blank.ts';

/** What is left of a text: a line or two of those that were in it, and the mark for the rest. */
const TEXT_LENGTH = 250;

/** What is left of a call's arguments: what it was aimed at, a few short members, and the mark for the rest. */
const ARGUMENTS_LENGTH = 400;

/** Arguments of many members may be longer, but none of them carries content: paths and commands are mostly shorter than this. */
const MEMBER_LENGTH = 100;

/** A failed result keeps its first error line and its last line (law 7), between marks and with what leads to them; others need less. */
const RESULT_LENGTH = 1_200;

/** Reasoning that stands alone leaves a mark, and one of a word or two is no longer than that. */
const LONE_REASONING_LENGTH = 24;

/**
 * What a strategy that reduces texts could still have given up in an entry, in words; `undefined` where nothing is left to give. Media and
 * parts nobody knows cannot be reduced, and a marker stands for something that is gone already.
 */
export function findReducibleText(entry: IContent): string | undefined {
  const isShort = isReasoningOnly(entry) && thoughtLength(entry) <= LONE_REASONING_LENGTH;
  if (isShort) return undefined;
  for (const block of entry.blocks) {
    const part = unspentIn(block);
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

function unspentIn(block: ContentBlock): string | undefined {
  switch (block.type) {
    case 'thinking':
      // Redacted to nothing, there is nothing to give up.
      return hasContent(block) ? 'reasoning' : undefined;
    case 'text':
      return isMarker(block.text) ? undefined : describeIfLonger('a text', block.text, TEXT_LENGTH);
    case 'code':
      return describeIfLonger('code', block.code, TEXT_LENGTH);
    case 'tool_call':
      return hasLongMember(block.parameters)
        ? describeIfLonger('arguments', jsonOf(block.parameters), ARGUMENTS_LENGTH)
        : undefined;
    case 'tool_response': {
      const { result } = block;
      const text = typeof result === 'string' ? result : unescaped(jsonOf(result));
      return describeIfLonger('a result', text, RESULT_LENGTH);
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
  return text !== undefined && text.length > length
    ? `${name} of ${text.length} characters`
    : undefined;
}

function hasLongMember(parameters: unknown): boolean {
  let isFound = false;
  jsonOf(parameters, (_, value: unknown) => {
    isFound ||= typeof value === 'string' && value.length > MEMBER_LENGTH;
    return value;
  });
  return isFound;
}

/** What JSON writes as an escape of six characters is one of the text that stands there. */
function unescaped(json: string | undefined): string | undefined {
  return json?.replaceAll(/\\u[\da-f]{4}/g, '?');
}

/** What has no JSON (circles, big integers, depths that no stack holds) cannot be reduced as JSON either. */
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
