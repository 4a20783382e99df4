/** How the command ends. */
export const EXIT = {
  /** Everything was done; having nothing to do counts. */
  done: 0,
  failed: 1,
  /** Wrong usage, or input that cannot be read. */
  refused: 2,
  /** A target was not reached, under `--strict`. */
  missed: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
