/** Options as on the command line. */
export const CONSTRAINTS_OPTIONS = {
  /** Every case instead of a sample. */
  all: { type: 'boolean' },
} as const;
