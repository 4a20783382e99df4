import type { CorpusFile } from '../retention/families.ts';

/** Corpus files for fitting: agents with tools, in sessions with enough probes. */
export const FITTED_FILES: readonly CorpusFile[] = [
  'coding-claude-code',
  'coding-openhands',
  'coding-swe-agent',
  'coding-pi',
  'service-tau-bench',
  'service-tau2-telecom',
];
