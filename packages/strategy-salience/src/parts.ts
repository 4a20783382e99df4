import {
  getRecallPrefixLength,
  isMarker,
  type ContentBlock,
  type IContent,
  type ResultPart,
  type ToolCallBlock,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { idMarkLength, isOnlyGapMarkers, type ParsedText, type Role } from '@palimpsest/salience';
import { isFlagged } from '@palimpsest/tool-taxonomy';
import { textsOfBlock, type BlockText } from './block-texts.ts';
import type { CallFacts } from './call-facts.ts';
import type { ParseCache } from './parse-cache.ts';
import { ERROR_LENGTH } from './write-response.ts';

/** A text of an entry that can be reduced, or at least says something. */
export interface Part {
  readonly entry: number;
  readonly block: number;
  readonly role: Role;
  readonly reading: ParsedText;
  /** Where it stands in a tool result. */
  readonly part?: ResultPart | undefined;
  /** UTF-16 units of base64 that go as soon as the entry is reduced. */
  readonly saved: number;
  /** What is known of the call it is, or belongs to. */
  readonly call: CallFacts | undefined;
  /** It is a mark already, or too short to leave anything out. */
  readonly isSettled: boolean;
  /** Nothing but base64 can go: the rest is settled. */
  readonly isRest: boolean;
  /** Members of a JSON text tell that the call failed: what is left must be JSON again. */
  readonly isTold: boolean;
}

const ROLES = { system: 'system', human: 'user', ai: 'text', tool: 'result' } as const;

interface PartSources {
  readonly memory: ParseCache;
  readonly callOf: (block: ContentBlock) => CallFacts | undefined;
}

/** The texts of an entry, in the order of its blocks. Each is read once. */
export function partsOf(entry: IContent, at: number, sources: PartSources): Part[] {
  const { memory, callOf } = sources;
  return entry.blocks.flatMap((content, block): Part | readonly Part[] => {
    const common = { entry: at, block, call: callOf(content), saved: 0, isRest: false };
    const whole = { ...common, isSettled: false, isTold: false };
    const role = ROLES[entry.speaker];
    switch (content.type) {
      case 'text': {
        const form = role === 'user' || role === 'text' ? 'readProse' : 'read';
        const reading = memory.read(content, content.text, form);
        return { ...whole, role, reading, isSettled: isNothing(content.text) };
      }
      case 'code': {
        const reading = memory.read(content, content.code, 'parseLines');
        return { ...whole, role, reading, isSettled: isNothing(content.code) };
      }
      case 'thinking':
        // Nobody leaves a mark in reasoning.
        return {
          ...whole,
          role: 'reasoning',
          reading: memory.read(content, content.thought, 'parseAsOneUnit'),
        };
      case 'media':
        if (entry.speaker === 'human') return [];
        return {
          ...whole,
          role,
          reading: memory.read(content, content.caption ?? '', 'parseAsOneUnit'),
        };
      case 'tool_call':
        return textsOfBlock(content).map((text) => partOfCall(content, text, common, memory));
      case 'tool_response':
        return textsOfBlock(content).map((text) => partOfResult(content, text, common, memory));
      default:
        return [];
    }
  });
}

type Common = Pick<Part, 'entry' | 'block' | 'call'>;

function partOfCall(
  { parameters }: ToolCallBlock,
  text: BlockText,
  common: Common,
  memory: ParseCache,
): Part {
  const { source, saved } = text;
  const reading = memory.read(text, source, 'readProse');
  const isShort = reading.form !== 'json' && isJsonGroup(parameters);
  const place = { saved, isSettled: isShort && saved === 0, isRest: isShort && saved > 0 };
  return { ...common, ...place, role: 'arguments', reading, isTold: false };
}

function partOfResult(
  block: ToolResponseBlock,
  text: BlockText,
  common: Common,
  memory: ParseCache,
): Part {
  const { part, source, saved } = text;
  const whole = { ...common, role: 'result', part, saved } as const;
  if (part?.type === 'media') {
    const reading = memory.read(text, '', 'parseAsOneUnit');
    return { ...whole, reading, isSettled: false, isRest: false, isTold: false };
  }
  const isFailure = common.call?.hasFailed === true;
  const isFailedText = isFailure && part?.type === 'text';
  // What a host calls failed is read line by line; what only its members call so is nothing without them.
  const isPlain = isFailedText && isFlagged(block);
  const reading = memory.read(text, source, isPlain ? 'parseLines' : 'read');
  const isJson = reading.form === 'json';
  const isFixed = part?.type === 'json' && (part.isFixed === true || !isJson);
  const isWhole =
    isFailedText && !isPlain && !isJson && isJsonGroup(source.slice(getRecallPrefixLength(source)));
  const isShort = isFixed || isWhole || isShortResult(source, part);
  const hasShortError = (block.error ?? '').length <= ERROR_LENGTH;
  return {
    ...whole,
    reading,
    isSettled: isShort && saved === 0 && hasShortError,
    isRest: isShort,
    isTold: isFailedText && isJson,
  };
}

/** A result that is hardly longer than the mark it would become says how a call ended: `No matches found`. In UTF-16 units. */
const SHORT_RESULT = 40;

/** What stands by name beside a list of parts says what they are. */
const SHORT_MEMBER = 100;

function isShortResult(source: string, part: ResultPart | undefined): boolean {
  const text = source.slice(getRecallPrefixLength(source));
  const name = part?.path.at(-1);
  const isBeside = typeof name === 'string' && name !== 'text' && part!.path.length < 3;
  const length = text.length - idMarkLength(text);
  const isShort = isBeside && length <= SHORT_MEMBER && !text.includes('\n');
  return isShort || text.length <= SHORT_RESULT || isNothing(source);
}

/** A mark, or a JSON value that only says how much is missing. */
function isNothing(text: string): boolean {
  return isMarker(text) || isOnlyGapMarkers(text);
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
