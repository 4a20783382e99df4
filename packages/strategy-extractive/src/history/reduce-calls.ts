import { replaceBinaryText, type ContentBlock, type ToolCallBlock } from '@palimpsest/core-types';
import type { EvictionCandidate } from '@palimpsest/history';
import { isUseful, truncateToMarker } from '@palimpsest/summarizer/reduce';
import { cutBetweenTokens } from '@palimpsest/text';
import type { RoundContext } from './reduction-context.ts';
import { reducibleEntries } from './reduction-scope.ts';
import { editEntry } from './steps.ts';

/** Maximum length of values that stay unchanged, in UTF-16 units: most of them state what the call is about. */
const SHORT_VALUE = 100;

/** Minimum excerpt of the value that starts with the call's key, in UTF-16 units. */
const KEY_LENGTH = 80;

/** Minimum excerpt of each value if the taxonomy finds no key, in UTF-16 units. */
const EXCERPT_LENGTH = 30;

/** Maximum length of text arguments that are treated as JSON, in UTF-16 units: the regular expression overflows the stack on longer ones. */
const MAX_JSON_LENGTH = 1_000_000;

/** Maximum depth of values in arguments; deeper ones stay unchanged. */
const DEEPEST = 16;

/**
 * Lists truncations of long argument values, entries with the longest value first. Argument names stay. Plans that a newer one replaced come
 * first and keep nothing: what they show as open may be finished.
 *
 * @param limit maximum length of a value, in UTF-16 units; 0 leaves only a marker
 * @param isNamed returns whether a reference names the result of a call: that name contains arguments of the call
 */
export function* reduceCalls(
  context: RoundContext,
  limit: number,
  isNamed: (call: ToolCallBlock) => boolean,
): Generator<EvictionCandidate> {
  const { taxonomy, replacedPlans } = context.scope;
  const found: { readonly index: number; readonly isOld: boolean; readonly length: number }[] = [];
  for (const [index, { blocks }] of reducibleEntries(context)) {
    const length = Math.max(...blocks.map(longestValue), 0);
    const isOld = length > SHORT_VALUE && blocks.some((block) => replacedPlans.has(block));
    if (isOld || length > Math.max(limit, SHORT_VALUE)) found.push({ index, isOld, length });
  }
  const reduce = (block: ContentBlock): ContentBlock => {
    if (block.type !== 'tool_call') return block;
    const { key } = taxonomy.describe(block.name, block.parameters);
    const isOld = replacedPlans.has(block);
    const least = key === undefined && !isOld ? EXCERPT_LENGTH : 0;
    const most = isOld ? 0 : limit;
    const parameters = mapValues(block.parameters, (value) => {
      if (value.length <= SHORT_VALUE) return value;
      if (key !== undefined && value.trimStart().startsWith(key)) {
        return isNamed(block) ? value : cutKey(value, Math.max(most, KEY_LENGTH));
      }
      const short = truncateToMarker(value, Math.max(most, least), value.length, cutBetweenTokens);
      return short !== undefined && (most === 0 || isUseful(short, value)) ? short : value;
    });
    return parameters === block.parameters ? block : { ...block, parameters };
  };
  const order = found.toSorted(
    (left, right) => Number(right.isOld) - Number(left.isOld) || right.length - left.length,
  );
  for (const { index } of order) {
    yield editEntry(index, (entry) => {
      const blocks = entry.blocks.map(reduce);
      return blocks.every((block, at) => block === entry.blocks[at]) ? entry : { ...entry, blocks };
    });
  }
}

/** Truncates the key value with `…` instead of a marker, so that it stays readable. */
function cutKey(value: string, limit: number): string {
  const start = `${cutBetweenTokens(replaceBinaryText(value), limit)}…`;
  return limit === KEY_LENGTH || isUseful(start, value) ? start : value;
}

function longestValue(block: ContentBlock): number {
  let longest = 0;
  if (block.type === 'tool_call') {
    mapValues(block.parameters, (value) => {
      longest = Math.max(longest, value.length);
      return value;
    });
  }
  return longest;
}

type MapText = (text: string) => string;

/** Returns the arguments with all values longer than `SHORT_VALUE` mapped; the same object if nothing changes. */
function mapValues(value: unknown, map: MapText, depth: number = DEEPEST): unknown {
  if (typeof value === 'string') return mapText(value, map, depth);
  if (typeof value !== 'object' || value === null || depth === 0 || ArrayBuffer.isView(value)) {
    return value;
  }
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => mapValues(item, map, depth - 1));
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  const members = Object.entries(value).map(
    ([name, member]) => [name, member, mapValues(member, map, depth - 1)] as const,
  );
  if (members.every(([, before, after]) => before === after)) return value;
  return Object.fromEntries(members.map(([name, , after]) => [name, after]));
}

const JSON_START = /^\s*[{[]/;
/** An unterminated string extends to the end: otherwise every quotation mark in it would be tried as a start. */
const JSON_TEXT = /"[^"\\]*(?:\\[^][^"\\]*)*(?:"(\s*:)?|$)/g;

/** Maps a text. Arguments that are JSON text stay JSON: only their string values are mapped. */
function mapText(text: string, map: MapText, depth: number): string {
  if (text.length <= SHORT_VALUE) return text;
  const isJson = depth === DEEPEST && text.length <= MAX_JSON_LENGTH && JSON_START.test(text);
  if (!isJson) return map(text);
  return text.replaceAll(JSON_TEXT, (literal, colon?: string) => {
    if (colon !== undefined || literal.length <= SHORT_VALUE + 2) return literal;
    const given = parsed(literal);
    if (given === undefined) return literal;
    const mapped = map(given);
    return mapped === given ? literal : JSON.stringify(mapped);
  });
}

/** Returns the value of a JSON string; `undefined` if the literal is not valid JSON. */
function parsed(literal: string): string | undefined {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return undefined;
  }
}
