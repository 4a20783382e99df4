import type { CorpusFile } from '../retention/families.ts';

/** Every file of the corpus that weights are fitted on: agents with tools, in sessions with enough probes to tell something. */
export const FITTED_FILES: readonly CorpusFile[] = [
  'coding-claude-code',
  'coding-openhands',
  'coding-swe-agent',
  'coding-pi',
  'service-tau-bench',
  'service-tau2-telecom',
];
