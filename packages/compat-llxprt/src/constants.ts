/** Every reason for which a strategy changes nothing: five of llxprt-code, and the last two. */
export const STRUCTURAL_NOOP_REASONS = [
  'empty-history',
  'already-under-target',
  'tail-covers-all',
  'too-few-compressible',
  'shrunk-below-minimum',
  'nothing-removable',
  'no-gain',
] as const;

/** Codes of errors that a compression may end with. */
export const COMPRESSION_ERROR_CODES = {
  UNKNOWN_STRATEGY: 'UNKNOWN_STRATEGY',
  PROMPT_RESOLUTION_FAILED: 'PROMPT_RESOLUTION_FAILED',
  EXECUTION_FAILED: 'EXECUTION_FAILED',
  EMPTY_SUMMARY: 'EMPTY_SUMMARY',
} as const;
