/** As they are given on a command line. */
export const CONSTRAINTS_OPTIONS = {
  /** Every case there is, in place of a sample. */
  all: { type: 'boolean' },
} as const;
