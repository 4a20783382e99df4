import {
  isMarker,
  parseDuplicateMarker,
  parseGapMarker,
  type IContent,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import type { CheckedResult, ResultInvariant } from '@palimpsest/history';
import { fencedCode, splitFences } from '@palimpsest/text';

/** Minimum share of lines that near duplicates have in common, 0 to 1, whatever a reference claims. */
const MIN_SHARED = 0.5;

/** Tolerance of a claimed share, 0 to 1: claims are rounded, and other implementations compare words. */
const ROUNDING = 0.05;

/** Laws about reducing the texts of users and models, and about what a reduced entry stands for. */
export const reductionLaws: readonly ResultInvariant[] = [
  {
    name: 'law-5-texts',
    guarantee: 'What is left of a message of words is never longer, whatever is saved elsewhere.',
    *find(result) {
      for (const { index, old, now } of reducedEntries(result)) {
        // In other entries a marker may replace reasoning or an image.
        if (!old.blocks.every(({ type }) => type === 'text' || type === 'code')) continue;
        const [was, is] = [old, now].map((entry) => textsOf(entry).join('\n\n').length);
        if (is! > was!) yield [index, `${was} characters became ${is}`];
      }
    },
  },
  {
    name: 'law-9-fences',
    guarantee:
      'Where every block of code was closed, none is left open, unless marks say that lines are left out.',
    *find(result) {
      for (const { index, old, now } of reducedEntries(result)) {
        const left = textsOf(now).filter((text) => !isMarked(text));
        if (left.some(hasOpenFence) && !textsOf(old).some(hasOpenFence)) {
          yield [index, 'a block of code is left open'];
        }
      }
    },
  },
  {
    name: 'law-9-code',
    guarantee:
      'A summary stands for prose: code beside it stays to the line, or goes under a mark that counts it.',
    *find(result) {
      for (const { index, old, now } of reducedEntries(result)) {
        const left = textsOf(now);
        if (!left.some(isSummary) || textsOf(old).some(isSummary)) continue;
        // A text that was truncated as a whole states its original length.
        if (left.some((text) => text.startsWith('[truncated — '))) continue;
        const lines = new Set(left.flatMap(linesOf));
        // In the joined text, a block may close a fence that another block opened.
        const together = new Set(linesOfCode(textsOf(old).join('\n\n')));
        const texts = old.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
        for (const line of texts.flatMap(linesOfCode)) {
          if (together.has(line) && !lines.has(line))
            yield [index, `code became part of a summary: ${line}`];
        }
      }
    },
  },
  {
    name: 'law-8-references',
    guarantee:
      'A reference stands for a text that is still there: the very same, or one that shares as many lines as the reference says, and half of them at least.',
    *find(result) {
      for (const { index, old, now } of reducedEntries(result)) {
        const known = new Set(textsOf(old));
        for (const text of textsOf(now)) {
          const marker = known.has(text) ? undefined : parseDuplicateMarker(text);
          if (marker === undefined) continue;
          const left = result.after.flatMap(whatStands);
          const meant = whatStands(old).filter(({ length }) => length === marker.length);
          const isThere = meant.some((one) =>
            left.some((other) =>
              marker.isNear ? sharedLines(one, other) >= leastShared(text) : other.includes(one),
            ),
          );
          if (!isThere) yield [index, `nothing that stands there is what it refers to: ${text}`];
        }
      }
    },
  },
  {
    name: 'law-8-attribution',
    guarantee:
      'A reduced entry keeps its speaker. Its tool calls and results are some of those of the original entry, in the same order.',
    *find(result) {
      for (const { index, old, now } of reducedEntries(result)) {
        if (old.speaker !== now.speaker) {
          yield [index, `the speaker changed from ${old.speaker} to ${now.speaker}`];
        }
        const originalTools = toolLabels(old);
        let next = 0;
        for (const tool of toolLabels(now)) {
          const position = originalTools.indexOf(tool, next);
          if (position < 0)
            yield [index, `the ${tool} is not in the original entry, or is out of order`];
          else next = position + 1;
        }
      }
    },
  },
];

/** Returns whether a text shows that something was omitted: it is a marker, or has a line that is a gap marker. */
function isMarked(text: string): boolean {
  return isMarker(text) || linesOf(text).some((line) => parseGapMarker(line) !== undefined);
}

/** Returns whether a line of a text begins with the marker of a summary. */
function isSummary(text: string): boolean {
  return /^\[summary(?:#[\w-]+)?: /m.test(text);
}

/** Returns whether what follows a text would be code. */
function hasOpenFence(text: string): boolean {
  return splitFences(`${text}\n.`).at(-1)?.kind === 'fence';
}

/** Returns the lines inside fences that are not blank. */
function linesOfCode(text: string): string[] {
  const fences = splitFences(text).filter(({ kind }) => kind === 'fence');
  return fences.flatMap(({ start, end }) => {
    const code = text.slice(start, end);
    const last = hasOpenFence(code) ? undefined : -1;
    return linesOf(code)
      .slice(1, last)
      .filter((line) => line.trim() !== '');
  });
}

/** Returns the texts of an entry, these texts joined, and the texts in its tool results: a reference may mean any of them. */
function whatStands(entry: IContent): string[] {
  const texts = textsOf(entry);
  const results = entry.blocks.flatMap((block) =>
    block.type === 'tool_response' ? textsIn(block.result) : [],
  );
  return [...texts, texts.join('\n\n'), ...results];
}

function leastShared(marker: string): number {
  const claimed = Number(/~(\d{1,3})% match\]$/.exec(marker)?.[1] ?? 0) / 100;
  return Math.max(MIN_SHARED, claimed - ROUNDING);
}

/** Returns the share of lines that two texts have in common. Ignores case, indentation and blank lines. */
function sharedLines(one: string, other: string): number {
  const [lines, there] = [one, other].map((text) =>
    linesOf(text.toLowerCase())
      .map((line) => line.trim())
      .filter(Boolean),
  );
  const shared = lines!.filter((line) => there!.includes(line)).length;
  return shared / Math.max(1, lines!.length, new Set(there).size);
}

/** Returns one label for each tool call or result of an entry, in order. */
function toolLabels({ blocks }: IContent): string[] {
  return blocks.flatMap((block) => {
    if (block.type === 'tool_call') return [`call of ${block.name} (${block.id})`];
    return block.type === 'tool_response'
      ? [`response of ${block.toolName} (${block.callId})`]
      : [];
  });
}

/** Yields the reduced entries of a result: the 0-based index in the result, the old and the new entry. */
function* reducedEntries({ before, after, provenance }: CheckedResult): Generator<{
  readonly index: number;
  readonly old: IContent;
  readonly now: IContent;
}> {
  for (const [index, { sources, reason }] of provenance.entries()) {
    const [old, now] = [before[sources[0] ?? -1], after[index]];
    if (reason !== 'reduced' || sources.length !== 1) continue;
    if (old !== undefined && now !== undefined && old !== now) yield { index, old, now };
  }
}

function textsOf({ blocks }: IContent): string[] {
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
    const [were, are] = [old, now].map(({ blocks }) =>
      blocks.filter((block) => block.type === 'tool_response'),
    );
    if (were!.length !== are!.length) continue;
    for (const [at, is] of are!.entries()) {
      const was = were![at]!;
      if (was !== is) yield { index, was, is };
    }
  }
}

export function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  JSON.stringify(value ?? '', (_, inner: unknown) => {
    if (typeof inner === 'string') texts.push(inner);
    return inner;
  });
  return texts;
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}
