import type { Summary } from '@palimpsest/core-types';
import { summarizeText } from '@palimpsest/summarizer';
import {
  reductions,
  type Passage,
  type PipelineOptions,
  type Reduction,
} from '../../src/reduce.ts';

/** Passages of one group at consecutive positions, named by their index. */
export function passages(...texts: readonly (string | Partial<Passage>)[]): Passage[] {
  return texts.map((given, index) => ({
    text: '',
    position: index,
    group: 'user',
    name: () => `message ${index}`,
    ...(typeof given === 'string' ? { text: given } : given),
  }));
}

export function allReductions(
  given: readonly Passage[],
  options: PipelineOptions = {},
): Reduction[] {
  return [...reductions(given, options)];
}

/** Returns the text that a reduction writes when each source gets the summary of `summarizeText`, or the given one. */
export function written(reduction: Reduction, summary?: Partial<Summary>): string | undefined {
  return reduction.write(
    reduction.sources.map(({ text, budget }) =>
      summary === undefined
        ? summarizeText(text, budget)
        : { text: '', entities: [], kind: 'prose', ...summary },
    ),
  );
}

/** Prose of exactly `length` UTF-16 units, different for each `word`. */
export function proseOfLength(length: number, word = 'words'): string {
  return `${`We talked about ${word} for a while. `
    .repeat(Math.ceil(length / 20))
    .slice(0, length - 1)
    .trimEnd()
    .padEnd(length - 1, 'x')}.`;
}
