import {
  isMarker,
  parseGapMarker,
  type IContent,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import type { CheckedResult, ResultInvariant } from '@palimpsest/engine/history';
import { fencedCode, splitFences } from '@palimpsest/engine/text';

/** Laws about reducing the texts of users and models, and about what a reduced entry stands for. */
export const reductionLaws: readonly ResultInvariant[] = [
  {
    name: 'law-9-fences',
    guarantee:
      'A shortened text has no unclosed code block, unless a marker says that lines are omitted.',
    *find(result) {
      for (const { index, old, now } of reducedEntries(result)) {
        const isLeftOpen = textsOf(now).some((text) => hasOpenFence(text) && !isMarked(text));
        if (isLeftOpen && !textsOf(old).some(hasOpenFence))
          yield [index, 'a block of code is left open'];
      }
    },
  },
  {
    name: 'law-8-attribution',
    guarantee:
      'A reduced entry keeps its speaker. Its tool calls and results are some of those of the original entry, in the same order.',
    *find(result) {
      for (const { index, old, now } of reducedEntries(result)) {
        if (old.speaker !== now.speaker)
          yield [index, `the speaker changed from ${old.speaker} to ${now.speaker}`];
        const labels = toolLabels(old);
        for (const tool of toolLabels(now)) {
          const position = labels.indexOf(tool);
          if (position < 0)
            yield [index, `the ${tool} is not in the original entry, or is out of order`];
          labels.splice(0, position + 1);
        }
      }
    },
  },
];

/** Returns whether a text shows that something was omitted: it is a marker, or has a line that is a gap marker. */
function isMarked(text: string): boolean {
  return (
    isMarker(text) || text.split(/\r\n|\r|\n/).some((line) => parseGapMarker(line) !== undefined)
  );
}

/** Returns whether what follows a text would be code. */
function hasOpenFence(text: string): boolean {
  return splitFences(`${text}\n.`).at(-1)?.kind === 'fence';
}

/** Returns one label for each tool call or result of an entry, in order. */
function toolLabels({ blocks }: IContent): string[] {
  return blocks.flatMap((block) => {
    if (block.type === 'tool_call') return [`call of ${block.name} (${block.id})`];
    if (block.type !== 'tool_response') return [];
    return [`response of ${block.toolName} (${block.callId})`];
  });
}

function textsOf({ blocks }: IContent): string[] {
  return blocks.flatMap((block) => {
    if (block.type === 'text') return [block.text];
    return block.type === 'code' ? [fencedCode(block.code, block.language)] : [];
  });
}

interface ReducedEntry {
  /** 0-based index in the result. */
  readonly index: number;
  readonly old: IContent;
  readonly now: IContent;
}

function reducedEntries({ before, after, provenance }: CheckedResult): ReducedEntry[] {
  return provenance.flatMap(({ sources, reason }, index) => {
    const [old, now] = [before[sources[0] ?? -1], after[index]];
    if (reason !== 'reduced' || sources.length !== 1) return [];
    return old === undefined || now === undefined || old === now ? [] : [{ index, old, now }];
  });
}

/** Yields the changed tool results of reduced entries that have as many results as before, with the index of the entry in the result. */
export function* reducedResults(result: CheckedResult): Generator<{
  readonly index: number;
  readonly was: ToolResponseBlock;
  readonly is: ToolResponseBlock;
}> {
  for (const { index, old, now } of reducedEntries(result)) {
    const [were, are] = [old, now].map(({ blocks }) =>
      blocks.filter((block) => block.type === 'tool_response'),
    );
    if (were!.length !== are!.length) continue;
    for (const [at, is] of are!.entries())
      if (were![at] !== is) yield { index, was: were![at]!, is };
  }
}
