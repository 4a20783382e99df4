/** A number with a unit; only a measurement, a setting or a guarantee can justify it. */
export interface ReadmeNumber {
  readonly text: string;
  readonly at: number;
}

const NUMBER =
  /(?<![\w.])\d[\d.,]* ?(?:%|×|(?:per cent|ms|µs|ns|MB\/s|[GMk]B|times|seconds|minutes)(?!\w))/g;

/** Returns prose and tables with single blanks. Fenced code is removed: tests of examples and guides check its output. */
export function proseOf(markdown: string): string {
  return markdown.replaceAll(/^( *)```.*?^\1```/gms, '').replaceAll(/[ \n]+/g, ' ');
}

/** Returns numbers with units that are in none of the explained passages. */
export function unexplainedNumbers(prose: string, explained: readonly string[]): ReadmeNumber[] {
  const places = explained.flatMap((words) => occurrences(prose, proseOf(words)));
  return [...prose.matchAll(NUMBER)]
    .map(({ 0: text, index: at }) => ({ text, at }))
    .filter(
      ({ text, at }) => !places.some(([start, end]) => start <= at && at + text.length <= end),
    );
}

function occurrences(prose: string, words: string): [start: number, end: number][] {
  const found: [number, number][] = [];
  for (let at = prose.indexOf(words); at >= 0; at = prose.indexOf(words, at + words.length)) {
    found.push([at, at + words.length]);
  }
  return found;
}
