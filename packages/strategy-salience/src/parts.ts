import {
  isMarker,
  type ContentBlock,
  type IContent,
  type ToolCallBlock,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { saysOnlyGap, type Reading, type Role } from '@palimpsest/salience';
import { isFlagged, resultPlace } from '@palimpsest/tool-taxonomy';
import type { CallFacts } from './call-facts.ts';
import { jsonOf } from './json-of.ts';
import type { ReadingMemory } from './reading-memory.ts';
import { ERROR_LENGTH } from './write-entry.ts';

/** A text of an entry that can be reduced, or at least says something. */
export interface Part {
  readonly entry: number;
  readonly block: number;
  readonly role: Role;
  readonly reading: Reading;
  /** What is known of the call it is, or belongs to. */
  readonly call: CallFacts | undefined;
  /** It is a mark already, or too short to leave anything out. */
  readonly isSettled: boolean;
  /** Members of JSON tell that the call failed: what is left must be JSON again. */
  readonly isTold: boolean;
}

const ROLES = { system: 'system', human: 'user', ai: 'text', tool: 'result' } as const;

/** The texts of an entry, in the order of its blocks. Each is read once. */
export function partsOf(
  entry: IContent,
  at: number,
  {
    memory,
    callOf,
  }: {
    readonly memory: ReadingMemory;
    readonly callOf: (block: ContentBlock) => CallFacts | undefined;
  },
): Part[] {
  const parts: Part[] = [];
  for (const [block, content] of entry.blocks.entries()) {
    const call = callOf(content);
    const part = (role: Role, reading: Reading): void => {
      const isSettled =
        content.type === 'tool_call'
          ? reading.form !== 'json' && isJsonGroup(content.parameters)
          : content.type === 'tool_response'
            ? isShortResult(reading.source) && (content.error ?? '').length <= ERROR_LENGTH
            : // Nobody leaves a mark in reasoning.
              content.type !== 'thinking' && isNothing(reading.source);
      const isTold =
        content.type === 'tool_response' &&
        call?.hasFailed === true &&
        isJsonResult(content, reading);
      parts.push({ entry: at, block, role, reading, call, isSettled, isTold });
    };
    const role = ROLES[entry.speaker];
    switch (content.type) {
      case 'text':
        part(role, memory.read(content, content.text, 'read'));
        break;
      case 'code':
        part(role, memory.read(content, content.code, 'readText'));
        break;
      case 'thinking':
        part('reasoning', memory.read(content, content.thought, 'readWhole'));
        break;
      case 'media':
        if (entry.speaker !== 'human') {
          part(role, memory.read(content, content.caption ?? '', 'readWhole'));
        }
        break;
      case 'tool_call': {
        const text = textOfParameters(content);
        if (text !== undefined) part('arguments', memory.read(content, text, 'read'));
        break;
      }
      case 'tool_response': {
        const place = resultPlace(content);
        // What a host calls failed is read line by line; what only its members call so is nothing without them.
        const isPlain = call?.hasFailed === true && isFlagged(content) && place?.isValue !== true;
        // A result without a text may still have a long error.
        part('result', memory.read(content, place?.text ?? '', isPlain ? 'readText' : 'read'));
        break;
      }
      default:
        break;
    }
  }
  return parts;
}

/** Whether a result is a JSON value or text, and not words beside others in a record. */
function isJsonResult(block: ToolResponseBlock, { form }: Reading): boolean {
  const isWhole = resultPlace(block)?.isValue === true || typeof block.result === 'string';
  return form === 'json' && isWhole;
}

/** A result that is hardly longer than the mark it would become says how a call ended. In UTF-16 units. */
const SHORT_RESULT = 12;

function isShortResult(text: string): boolean {
  return text.length <= SHORT_RESULT || isNothing(text);
}

/** A mark, or a JSON value that only says how much is missing. */
function isNothing(text: string): boolean {
  return isMarker(text) || saysOnlyGap(text);
}

/** Whether parameters are JSON, or a text that is: of what is too short to be reduced as such, nothing that is left would be. */
function isJsonGroup(parameters: unknown): boolean {
  if (typeof parameters !== 'string') return true;
  if (!/^\s*[{[]/.test(parameters)) return false;
  try {
    JSON.parse(parameters);
    return true;
  } catch {
    return false;
  }
}

/** The parameters as JSON, or the text they are; `undefined` for what is neither. */
function textOfParameters({ parameters }: ToolCallBlock): string | undefined {
  return typeof parameters === 'string' ? parameters : jsonOf(parameters);
}
