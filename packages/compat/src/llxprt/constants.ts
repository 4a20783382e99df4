/** All reasons of a no-op: the five of llxprt-code, then two of Palimpsest. */
export const STRUCTURAL_NOOP_REASONS = [
  'empty-history',
  'already-under-target',
  'tail-covers-all',
  'too-few-compressible',
  'shrunk-below-minimum',
  'nothing-removable',
  'no-gain',
] as const;

/** Error codes of a failed compression. */
export const COMPRESSION_ERROR_CODES = {
  UNKNOWN_STRATEGY: 'UNKNOWN_STRATEGY',
  PROMPT_RESOLUTION_FAILED: 'PROMPT_RESOLUTION_FAILED',
  EXECUTION_FAILED: 'EXECUTION_FAILED',
  EMPTY_SUMMARY: 'EMPTY_SUMMARY',
} as const;
