/** Messages in which a user states a constraint. */
export const FRAMINGS = {
  /** Only the sentence. */
  bare: (sentence: string): string => sentence,
  /** Between pasted text: a log before it, code after it. */
  pasted: (sentence: string): string =>
    [
      'The nightly job stopped again, this is all it printed:',
      '',
      ...LOG,
      '',
      sentence,
      '',
      'The part of the script that was running:',
      '',
      '```js',
      ...SCRIPT,
      '```',
    ].join('\n'),
  /** In a polite paragraph. */
  polite: (sentence: string): string =>
    `Thank you for all the help so far, this is going really well. There is one thing that I would like to mention before we go on. ${sentence} I hope that is no trouble, and I am happy to tell you more about it if that helps.`,
  /** In a correction of the agent's work. */
  correction: (sentence: string): string =>
    `No, that is not how I meant it. ${sentence} Take back what you did there, and then go on.`,
} as const;
export type Framing = keyof typeof FRAMINGS;
export const FRAMING_NAMES = Object.keys(FRAMINGS) as Framing[];

/** More than 2,000 characters, so that the message is too long to be kept whole for its directive. */
const LOG = Array.from(
  { length: 40 },
  (_, at) =>
    `2024-05-12 03:${String(10 + at).padStart(2, '0')}:07 INFO batch ${at * 37} read ${at * 911 + 12} rows in ${at * 13 + 5} ms`,
);
const SCRIPT = Array.from(
  { length: 12 },
  (_, at) => `  rows.push(await readBatch(${at * 37}, { retries: ${at % 4} }));`,
);
