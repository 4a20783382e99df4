/** How the command ends. */
export const EXIT = {
  /** Everything was done; having nothing to do counts. */
  done: 0,
  failed: 1,
  /** Wrong usage, or input that cannot be read. */
  refused: 2,
  /** A target was not reached, or an original is missing, under `--strict`; or there is no one thing to recall. */
  missed: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
