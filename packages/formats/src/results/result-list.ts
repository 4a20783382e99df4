import {
  isBlockList,
  isResultBlock,
  mediaPlaceholder,
  type ContentBlock,
  type ResultBlock,
} from '@palimpsest/core-types';
import { toJson } from '../framework/json.ts';
import { readPart, wrapPart, writeParts, type PartTable } from '../framework/part-table.ts';

/** Reads one part. A string is a text; a part that is neither text nor media stays as it is. */
export function readResultPart(table: PartTable, part: unknown): ResultBlock {
  const block: ContentBlock =
    typeof part === 'string' ? { type: 'text', text: part } : readPart(table, part, 'human');
  if (block.type !== 'text' && block.type !== 'media') {
    return { type: 'json', value: part, isFixed: true };
  }
  const { native: _native, ...facts } = block;
  return facts;
}

/** An element of a result, and the part that it was read from, if any. */
export interface SourcedElement {
  readonly element: unknown;
  readonly source?: { readonly part: unknown };
}

/**
 * Finds the part of each element. A block does not hold its part, so that results are plain JSON, also in a store. The result of an edit has as
 * many elements as there are parts: each is read from the part at its index, unless that is of another type. In any other result, an element is
 * read from the first part with its content.
 */
export function findSources(
  table: PartTable,
  elements: readonly unknown[],
  parts: readonly unknown[],
): readonly SourcedElement[] {
  const blocks = parts.map((part) => readResultPart(table, part));
  if (elements.length === parts.length) {
    return elements.map((element, at) =>
      typeOf(element) === blocks[at]!.type ? { element, source: { part: parts[at] } } : { element },
    );
  }
  const byContent = new Map<string, unknown[]>();
  // The first part of a content is the last of its list.
  for (const [at, block] of [...blocks.entries()].toReversed()) {
    const content = toJson(block);
    const fitting = byContent.get(content);
    if (fitting === undefined) byContent.set(content, [parts[at]]);
    else fitting.push(parts[at]);
  }
  return elements.map((element) => {
    const fitting = byContent.get(toJson(element)) ?? [];
    return fitting.length === 0 ? { element } : { element, source: { part: fitting.pop() } };
  });
}

function typeOf(element: unknown): ResultBlock['type'] | undefined {
  return isResultBlock(element) ? element.type : undefined;
}

/** Writes the blocks of a result as parts of the format. Unchanged parts are the same objects. */
export function writeResultList(table: PartTable, sourced: readonly SourcedElement[]): unknown[] {
  return sourced.flatMap(({ element, source }): readonly unknown[] => {
    if (!isResultBlock(element)) return [element];
    if (element.type === 'json') {
      if (element.isFixed === true) return [source === undefined ? element.value : source.part];
      return writeParts(table, [{ type: 'text', text: toJson(element.value) }], 'human');
    }
    if (source === undefined) return writeParts(table, [element], 'human');
    if (typeof source.part === 'string' && element.type === 'text') return [element.text];
    return writeParts(table, [{ ...element, native: wrapPart(table.name, source.part) }], 'human');
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
