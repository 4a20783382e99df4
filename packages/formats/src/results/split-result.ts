import {
  withSoleText,
  type ContentBlock,
  type ResultBlock,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { hasSameResult } from '../framework/native.ts';
import type { PartTable } from '../framework/part-table.ts';
import { isObject, listOf, membersOf, textOf, type Members } from '../framework/values.ts';
import {
  findSources,
  readResultPart,
  writeResultList,
  type SourcedElement,
} from './result-list.ts';
import { plainResult, type ToolResult } from './tool-payload.ts';

/** How a format that holds a result as one value, with its media in a list of their own, names and holds it. */
export interface AnswerFormat {
  readonly id: 'id' | 'ref';
  readonly value: 'response' | 'output';
  readonly mediaList: 'parts' | 'content';
  readonly read: (value: unknown) => ToolResult;
  /**
   * @param before the result that the value was read as
   * @param isBare whether the value was that result itself
   */
  readonly write: (
    block: ToolResponseBlock,
    before: ToolResponseBlock | undefined,
    isBare: boolean,
  ) => unknown;
}

/** Reads the part of a result. `table` reads the parts of its list. */
export function readAnswerPart(
  table: PartTable,
  part: object,
  format: AnswerFormat,
): Omit<ToolResponseBlock, 'native'> {
  const members = membersOf(part);
  const { result: value, ...failure } = format.read(members[format.value]);
  return {
    type: 'tool_response',
    callId: textOf(members[format.id]),
    toolName: textOf(members['name']),
    ...failure,
    result: readAnswer(table, value, listOf(members[format.mediaList])),
  };
}

/**
 * Writes a new or changed result.
 *
 * @param part the part that it was read from, and `before` what it was read as
 */
export function writeAnswerPart(
  table: PartTable,
  block: ToolResponseBlock,
  part: unknown,
  before: ContentBlock | undefined,
  format: AnswerFormat,
): Members {
  const known = before?.type === 'tool_response' ? before : undefined;
  const { [format.mediaList]: list, ...raw } = membersOf(part);
  // A part without an id stays so.
  const hasId = block.callId !== '' && (before === undefined || textOf(raw[format.id]) !== '');
  const facts = {
    ...(hasId ? { [format.id]: block.callId } : {}),
    // If the provider omitted the name, it is known from the call only.
    ...(known?.toolName === '' ? {} : { name: block.toolName }),
  };
  if (known !== undefined && hasSameResult(block, known)) return { ...membersOf(part), ...facts };
  const { result } = format.read(raw[format.value]);
  const [value, mediaList] =
    before === undefined
      ? [plainResult(block.result), []]
      : writeAnswer(table, block.result, { value: result, mediaList: listOf(list) });
  const written = format.write({ ...block, result: value }, known, result === raw[format.value]);
  const media = mediaList.length === 0 ? {} : { [format.mediaList]: mediaList };
  return { ...raw, ...facts, [format.value]: written, ...media };
}

/** Joins value and media into one list. */
function readAnswer(table: PartTable, value: unknown, mediaList: readonly unknown[]): unknown {
  if (mediaList.length === 0) return value;
  const blocks: ResultBlock[] = mediaList.map((part) => readResultPart(table, part));
  if (isNothing(value)) return blocks;
  return [
    typeof value === 'string' ? { type: 'text', text: value } : { type: 'json', value },
    ...blocks,
  ];
}

/** Returns the value and the media of a result. A text that replaces media goes to the end of the value. */
function writeAnswer(
  table: PartTable,
  result: unknown,
  before: { readonly value: unknown; readonly mediaList: readonly unknown[] },
): readonly [value: unknown, mediaList: readonly unknown[]] {
  const { value: valueBefore, mediaList } = before;
  if (mediaList.length === 0 || !Array.isArray(result)) return [result, []];
  const values = isNothing(valueBefore) ? 0 : 1;
  const sourced: readonly SourcedElement[] = [
    ...result.slice(0, values).map((element: unknown) => ({ element })),
    ...findSources(table, result.slice(values), mediaList),
  ];
  const others = sourced.flatMap(({ element, source }) =>
    source === undefined ? [element as ResultBlock] : [],
  );
  const [first, ...rest] = values === 0 ? [undefined, ...others] : others;
  const value = first === undefined ? '' : valueOf(first, valueBefore);
  const lines = rest.flatMap((block) => (block?.type === 'text' ? block.text : []));
  const media = sourced.filter(({ source }) => source !== undefined);
  return [withLines(value, lines), writeResultList(table, media)];
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Returns a text that represents a value in the value's own kind. */
function valueOf(block: ResultBlock, before: unknown): unknown {
  if (block.type !== 'text') return block.type === 'json' ? block.value : block;
  return isObject(before) ? withSoleText(before, block.text) : block.text;
}

/** Returns a value with lines at its end: of a text as lines, of any other value as last elements of a list. */
function withLines(value: unknown, lines: readonly string[]): unknown {
  if (lines.length === 0) return value;
  if (typeof value === 'string') return [...(value === '' ? [] : [value]), ...lines].join('\n');
  return [...(Array.isArray(value) ? (value as unknown[]) : [value]), ...lines];
}
