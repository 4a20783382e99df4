import { fillReferences } from './references.ts';
import type { Results } from './results-read.ts';

/** The comparison of `salience` with `newest only` at equal size. */
const EQUAL_SIZE =
  'retention.equalSize | family=coding-claude-code | budget=25 | ours=salience | theirs=newest only';

/** Every row of the replay that a page quotes. */
const REPLAY = 'replay.rows | window=128k | prices=anthropic | group=inside';

/** Sentences with figures from results files, by the page that has them. */
const CLAIMS: Readonly<Record<string, string>> = {
  'README.md': `cut to {{${EQUAL_SIZE} | kept.0 | 1 %}} of their tokens, {{${EQUAL_SIZE} | survived.all.0 | 1 %}} of the identifiers and numbers that the agent used later were still there. In the newest messages of the same size, {{${EQUAL_SIZE} | survived.all.1 | 1 %}} were.`,
  'docs/packages/engine/tokens.md':
    'is on average {{tokens.rows | corpus=all | away | 1 %}} away from `o200k_base` on recorded conversations',
  'docs/packages/engine/directives.md':
    'on recorded sessions it finds {{directives.pooled | recall | percent}} of what readers marked as binding, and {{directives.pooled | precision | percent}} of what it finds is.',
  'docs/packages/orchestrator/costs.md': `the same sessions cost {{${REPLAY} | policy=ours | bill | 2}} dollars with ours, {{${REPLAY} | policy=threshold-masking | bill | 2}} with masking and {{${REPLAY} | policy=prune-every-turn | bill | 2}} with pruning`,
};

/** Returns each page with a sentence that it must contain, with the current figures. */
export function readmeFigures(
  results: Results,
): readonly (readonly [page: string, claim: string])[] {
  return Object.entries(CLAIMS).map(([page, claim]) => [page, fillReferences(claim, results)]);
}
