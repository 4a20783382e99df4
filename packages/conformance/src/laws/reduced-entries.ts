import type { ContentBlock, IContent, ToolResponseBlock } from '@palimpsest/core-types';
import type { CheckedResult } from '@palimpsest/history';
import { fencedCode } from '@palimpsest/text';

/** Yields the reduced entries of a result: the 0-based index in the result, the old and the new entry. */
export function* reducedEntries({ before, after, provenance }: CheckedResult): Generator<{
  readonly index: number;
  readonly old: IContent;
  readonly now: IContent;
}> {
  for (const [index, { sources, reason }] of provenance.entries()) {
    const [source] = sources;
    if (reason !== 'reduced' || sources.length !== 1 || source === undefined) continue;
    const [old, now] = [before[source], after[index]];
    if (old !== undefined && now !== undefined && old !== now) yield { index, old, now };
  }
}

export function textsOf({ blocks }: IContent): string[] {
  return blocks.flatMap((block) => {
    if (block.type === 'text') return [block.text];
    return block.type === 'code' ? [fencedCode(block.code, block.language)] : [];
  });
}

/** Yields the changed tool results of reduced entries that have as many results as before, with the index of the entry in the result. */
export function* reducedResults(result: CheckedResult): Generator<{
  readonly index: number;
  readonly was: ToolResponseBlock;
  readonly is: ToolResponseBlock;
}> {
  for (const { index, old, now } of reducedEntries(result)) {
    const were = old.blocks.filter(isResponse);
    const are = now.blocks.filter(isResponse);
    if (were.length !== are.length) continue;
    for (const [at, is] of are.entries()) {
      const was = were[at]!;
      if (was !== is) yield { index, was, is };
    }
  }
}

function isResponse(block: ContentBlock): block is ToolResponseBlock {
  return block.type === 'tool_response';
}

/** Returns the text blocks of an entry, without its code blocks. */
export function textBlocksOf({ blocks }: IContent): string[] {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
}

export function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  JSON.stringify(value ?? '', (_, inner: unknown) => {
    if (typeof inner === 'string') texts.push(inner);
    return inner;
  });
  return texts;
}

export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}
