import {
  formatMarkerLegend,
  getRecallPrefixLength,
  isMarker,
  type ContentBlock,
  type IContent,
  type ResultPart,
  type ToolCallBlock,
  type ToolResponseBlock,
  type ToolTaxonomy,
} from '@palimpsest/core-types';
import { findPlanCalls } from '@palimpsest/engine';
import type { ExchangeIndex } from '@palimpsest/history';
import type { Passage, Role } from '../ranking/unit-index.ts';
import { idMarkerLength, isOnlyGapMarkers } from '../reading/json-tokens.ts';
import type { ParsedText } from '../reading/parsed-text.ts';
import { SHORT_RESULT_LENGTH, hasFailed, isFlagged, shortenError } from '@palimpsest/tool-taxonomy';
import { textsOfBlock, type BlockText } from './block-texts.ts';
import type { ParseCache } from './parse-cache.ts';

/** A text of an entry that can be reduced, or at least counts in the ranking. */
export interface Part {
  readonly entry: number;
  readonly block: number;
  readonly role: Role;
  readonly reading: ParsedText;
  /** Its position in a tool result. */
  readonly part?: ResultPart | undefined;
  /** UTF-16 units of base64 data, removed as soon as the entry is reduced. */
  readonly saved: number;
  /** Facts about the call it is, or belongs to. */
  readonly call: CallFacts | undefined;
  /** Whether it is a marker already, or too short to reduce. */
  readonly isSettled: boolean;
  /** Whether only base64 data can be removed. */
  readonly isRest: boolean;
  /** Whether JSON members state the failure, so that the reduced text must be JSON. */
  readonly isTold: boolean;
}

const ROLES = { system: 'system', human: 'user', ai: 'text', tool: 'result' } as const;

/** Facts about a tool call that its reduction needs. */
interface CallFacts {
  /** Path, command, pattern or query of the call. */
  readonly target: string | undefined;
  readonly namesFile: boolean;
  /** The command, if the call runs one. */
  readonly command: string | undefined;
  /** Known for results only. */
  readonly hasFailed: boolean;
  /** Whether the call writes a plan: `replaced` if a newer one wrote it again. */
  readonly plan: 'newest' | 'replaced' | undefined;
}

/** Returns the parts of every entry of a history. Uses the cache for known blocks. */
export function parseHistory(
  index: ExchangeIndex,
  { taxonomy, parseCache }: { readonly taxonomy: ToolTaxonomy; readonly parseCache: ParseCache },
): readonly (readonly Part[])[] {
  const facts = factsOfCalls(index, taxonomy);
  return index.history.map((entry, at) => partsOf(entry, at, parseCache, facts));
}

export function toPassage({ reading, entry, role, call }: Part): Passage {
  return { reading, message: entry, role, namesFile: call?.namesFile === true };
}

function factsOfCalls(
  index: ExchangeIndex,
  taxonomy: ToolTaxonomy,
): ReadonlyMap<ContentBlock, CallFacts> {
  const facts = new Map<ContentBlock, CallFacts>();
  const { replaced } = findPlanCalls(index, taxonomy);
  for (const { calls } of index.exchanges) {
    for (const { call, response } of calls) {
      const use = taxonomy.describe(call.name, call.parameters);
      const known: CallFacts = {
        target: use.key,
        namesFile: use.paths.length > 0,
        command: use.kind === 'run' ? (use.key ?? '') : undefined,
        hasFailed: false,
        plan: use.plan === undefined ? undefined : replaced.has(call) ? 'replaced' : 'newest',
      };
      facts.set(call, known);
      if (response === undefined) continue;
      facts.set(response.response, {
        ...known,
        hasFailed: hasFailed(taxonomy, use, response.response),
      });
    }
  }
  return facts;
}

/** Returns the texts of an entry in block order. Each block is parsed once. */
function partsOf(
  entry: IContent,
  at: number,
  parseCache: ParseCache,
  facts: ReadonlyMap<ContentBlock, CallFacts>,
): Part[] {
  return entry.blocks.flatMap((content, block): Part | readonly Part[] => {
    const base = { ...WHOLE, entry: at, block, call: facts.get(content) };
    const role = ROLES[entry.speaker];
    switch (content.type) {
      case 'text': {
        const form = role === 'user' || role === 'text' ? 'readProse' : 'read';
        const reading = parseCache.read(content, content.text, form);
        return { ...base, role, reading, isSettled: isNothing(content.text) };
      }
      case 'code': {
        const reading = parseCache.read(content, content.code, 'parseLines');
        return { ...base, role, reading, isSettled: isNothing(content.code) };
      }
      case 'thinking': {
        // Reasoning never contains our markers.
        const reading = parseCache.read(content, content.thought, 'parseAsOneUnit');
        return { ...base, role: 'reasoning', reading };
      }
      case 'media': {
        if (entry.speaker === 'human') return [];
        const reading = parseCache.read(content, content.caption ?? '', 'parseAsOneUnit');
        return { ...base, role, reading };
      }
      case 'tool_call':
        return textsOfBlock(content).map((text) => partOfCall(content, text, base, parseCache));
      case 'tool_response':
        return textsOfBlock(content).map((text) => partOfResult(content, text, base, parseCache));
      default:
        return [];
    }
  });
}

const WHOLE = { saved: 0, isSettled: false, isRest: false, isTold: false } as const;

type PartBase = Omit<Part, 'role' | 'reading' | 'part'>;

function partOfCall(
  { parameters }: ToolCallBlock,
  text: BlockText,
  base: PartBase,
  parseCache: ParseCache,
): Part {
  const { source, saved } = text;
  const reading = parseCache.read(text, source, 'readProse');
  const isShort = reading.form !== 'json' && isJsonGroup(parameters);
  const place = { saved, isSettled: isShort && saved === 0, isRest: isShort && saved > 0 };
  return { ...base, ...place, role: 'arguments', reading };
}

function partOfResult(
  block: ToolResponseBlock,
  text: BlockText,
  base: PartBase,
  parseCache: ParseCache,
): Part {
  const { part, source, saved } = text;
  const whole = { ...base, role: 'result', part, saved } as const;
  if (part?.type === 'media') {
    return { ...whole, reading: parseCache.read(text, '', 'parseAsOneUnit') };
  }
  const isFailedText = base.call?.hasFailed === true && part?.type === 'text';
  // A result flagged as failed is parsed by lines; one whose members state the failure must stay JSON.
  const isPlain = isFailedText && isFlagged(block);
  const reading = parseCache.read(text, source, isPlain ? 'parseLines' : 'read');
  const isJson = reading.form === 'json';
  const isFixed = part?.type === 'json' && (part.isFixed === true || !isJson);
  const isWhole =
    isFailedText && !isPlain && !isJson && isJsonGroup(source.slice(getRecallPrefixLength(source)));
  const isShort = isFixed || isWhole || isShortResult(source, part);
  const error = block.error ?? '';
  const hasShortError = shortenError(error) === error;
  return {
    ...whole,
    reading,
    isSettled: isShort && saved === 0 && hasShortError,
    isRest: isShort,
    isTold: isFailedText && isJson,
  };
}

/** Maximum length of a result with a gap marker that stays, in UTF-16 units: more of it can go at the cost of a digit. */
const SHORT_REDUCED_LENGTH = 40;

/** A short named member next to a list of parts describes them. */
const SHORT_MEMBER = 100;

/** Both forms of the marker legend, with the blank before it. */
const LEGENDS = [true, false].map((canRecall) => ` ${formatMarkerLegend({ canRecall })}`);

/** Returns whether a result stays whole because its text is short. A recall id and the marker legend do not count. */
function isShortResult(source: string, part: ResultPart | undefined): boolean {
  const text = LEGENDS.reduce(
    (left, legend) => left.replace(legend, ''),
    source.slice(getRecallPrefixLength(source)),
  );
  const name = part?.path.at(-1);
  const isBeside = typeof name === 'string' && name !== 'text' && part!.path.length < 3;
  const length = text.length - idMarkerLength(text);
  const isShort = isBeside && length <= SHORT_MEMBER && !text.includes('\n');
  const maxLength = text.includes('…') ? SHORT_REDUCED_LENGTH : SHORT_RESULT_LENGTH;
  return isShort || text.length <= maxLength || isNothing(source);
}

/** Returns whether a text is a marker, or a JSON value that only counts omissions. */
function isNothing(text: string): boolean {
  return isMarker(text) || isOnlyGapMarkers(text);
}

/** Returns whether parameters are JSON, or a text that is. A value too short to reduce as JSON would not be JSON after its reduction. */
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
