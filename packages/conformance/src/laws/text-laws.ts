import { isMarker } from '@palimpsest/core-types';
import type { TrialLaw } from '../law.ts';
import { ofEveryResult, reducedEntries, textsOf } from './every-result.ts';
import { codeLines, hasOpenFence } from './fences.ts';

/** What may become of what people and models said. */
export const lawsOfTexts: readonly TrialLaw[] = [
  {
    name: 'law-5-texts',
    promise: 'What an entry says in words never becomes longer, whatever is saved elsewhere.',
    *find(result) {
      for (const { index, old, now } of reducedEntries(result)) {
        const [was, is] = [lengthOf(textsOf(old)), lengthOf(textsOf(now))];
        if (is > was) yield [index, `${was} characters became ${is}`];
      }
    },
  },
  {
    name: 'law-9-fences',
    promise: 'Where every block of code was closed, none is left open.',
    *find(result) {
      for (const { index, old, now } of reducedEntries(result)) {
        // A mark that quotes a beginning says that it does.
        const left = textsOf(now).filter((text) => !isMarker(text));
        if (left.some(hasOpenFence) && !textsOf(old).some(hasOpenFence)) {
          yield [index, 'a block of code is left open'];
        }
      }
    },
  },
  {
    name: 'law-9-code',
    promise:
      'A summary stands for prose: code beside it stays to the line, or goes under a mark that counts it.',
    *find(result) {
      for (const { index, old, now } of reducedEntries(result)) {
        const left = textsOf(now);
        if (!left.some(isSummary) || textsOf(old).some(isSummary)) continue;
        const lines = new Set(left.flatMap((text) => text.split(LINE_END)));
        for (const line of textsOf(old).flatMap(codeLines)) {
          if (!lines.has(line)) yield [index, `code became part of a summary: ${line}`];
        }
      }
    },
  },
].map(ofEveryResult);

const LINE_END = /\r\n|\r|\n/;

/** Whether a paragraph of a text is the mark of a summary. */
function isSummary(text: string): boolean {
  return /^\[summary(?:#[\w-]+)?: /m.test(text);
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}
