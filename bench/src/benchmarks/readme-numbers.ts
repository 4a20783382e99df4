/** A number with a unit that only a measurement, a setting or a promise can give it. */
export interface ReadmeNumber {
  readonly text: string;
  readonly at: number;
}

const NUMBER =
  /(?<![\w.])\d[\d.,]* ?(?:%|×|(?:per cent|ms|µs|ns|MB\/s|[GMk]B|times|seconds|minutes)(?!\w))/g;

/** Prose and tables without fenced code, whose output examples and guides hold, and with single blanks. */
export function proseOf(markdown: string): string {
  return markdown.replaceAll(/^( *)```.*?^\1```/gms, '').replaceAll(/[ \n]+/g, ' ');
}

/** Numbers with units that stand in none of the given words. */
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
