import {
  isBlockList,
  isRecord,
  isResultBlock,
  mediaPlaceholder,
  type ContentBlock,
  type ResultBlock,
} from '@palimpsest/core-types';
import { toJson } from '../framework/json.ts';
import type { NativePart } from '../framework/native.ts';
import { readPart, wrapPart, writeParts, type PartTable } from '../framework/part-table.ts';

/**
 * Where a block of a result has the part that it was read from. A symbol, because results are compared, measured and stored as JSON; a copy of
 * the block keeps it.
 */
const SOURCE = Symbol('source');

type Sourced = ResultBlock & { readonly [SOURCE]?: NativePart };

/** Reads the list of a provider's parts as the blocks of a result; any other value stays as it is. */
export function readResultList(table: PartTable, value: unknown): unknown {
  return Array.isArray(value) ? value.map((part) => readResultPart(table, part)) : value;
}

/** Reads one part. A string is a text; a part that is neither text nor media stays as it is. */
export function readResultPart(table: PartTable, part: unknown): ResultBlock {
  const block: ContentBlock | ResultBlock =
    typeof part === 'string' ? { type: 'text', text: part } : readPart(table, part, 'human');
  const { native: _native, ...facts } =
    block.type === 'text' || block.type === 'media'
      ? block
      : ({ type: 'json', value: part, isFixed: true } as const);
  const sourced: Sourced = { ...facts, [SOURCE]: wrapPart(table.name, part) };
  return sourced;
}

/** Returns the part of this format that an element of a result was read from; `undefined` for a new element. */
export function partOfBlock({ name }: PartTable, element: unknown): NativePart | undefined {
  const source = isRecord(element) ? (element as Partial<Sourced>)[SOURCE] : undefined;
  return source?.format === name ? source : undefined;
}

/** Writes the blocks of a result as parts of the format. Unchanged parts are the same objects. */
export function writeResultList(table: PartTable, elements: readonly unknown[]): unknown[] {
  return elements.flatMap((element): readonly unknown[] => {
    if (!isResultBlock(element)) return [element];
    if (element.type === 'json') {
      if (element.isFixed === true) return [element.value];
      return writeParts(table, [{ type: 'text', text: toJson(element.value) }], 'human');
    }
    const native = partOfBlock(table, element);
    const isBare = element.type === 'text' && native !== undefined && 'value' in native;
    return isBare ? [element.text] : writeParts(table, [{ ...element, native }], 'human');
  });
}

/** Returns a result without media: a placeholder stands for each. */
export function withoutMedia(result: unknown): unknown {
  if (!isBlockList(result)) return result;
  return result.map((element) => {
    if (!isResultBlock(element) || element.type === 'text') return element;
    if (element.type === 'json') return element.value;
    return { type: 'text', text: mediaPlaceholder(element) };
  });
}
