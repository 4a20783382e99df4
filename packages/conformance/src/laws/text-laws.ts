import { isMarker, parseGapMarker, type ContentBlock, type IContent } from '@palimpsest/core-types';
import type { ResultInvariant } from '@palimpsest/history';
import { linesOf, reducedEntries, textBlocksOf, textsOf } from './reduced-entries.ts';

/** Laws about reducing the texts of users and models. */
export const textLaws: readonly ResultInvariant[] = [
  {
    name: 'law-5-texts',
    guarantee: 'What is left of a message of words is never longer, whatever is saved elsewhere.',
    *find(result) {
      for (const { index, old, now } of reducedEntries(result)) {
        // In other entries a marker may replace reasoning or an image.
        if (!old.blocks.every(isWords)) continue;
        const [was, is] = [wordsIn(old), wordsIn(now)];
        if (is > was) yield [index, `${was} characters became ${is}`];
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
        const together = new Set(readFences(textsOf(old).join('\n\n')).lines);
        for (const line of textBlocksOf(old).flatMap((text) => readFences(text).lines)) {
          if (together.has(line) && !lines.has(line))
            yield [index, `code became part of a summary: ${line}`];
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

function isWords({ type }: ContentBlock): boolean {
  return type === 'text' || type === 'code';
}

/** Returns the length of an entry's texts, joined: one text may replace several of them. */
function wordsIn(entry: IContent): number {
  return textsOf(entry).join('\n\n').length;
}

const OPENING = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const CLOSING = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;

function hasOpenFence(text: string): boolean {
  return readFences(text).isOpen;
}

/**
 * Returns the lines of a text inside fences, including a fence that is never closed, without blank lines; and whether its last fence is never
 * closed. By the rules of CommonMark.
 */
function readFences(text: string) {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of linesOf(text)) {
    if (fence === undefined) fence = OPENING.exec(line)?.[1];
    else {
      const run = CLOSING.exec(line)?.[1];
      if (run !== undefined && run[0] === fence[0] && run.length >= fence.length) fence = undefined;
      else if (line.trim() !== '') lines.push(line);
    }
  }
  return { lines, isOpen: fence !== undefined };
}
