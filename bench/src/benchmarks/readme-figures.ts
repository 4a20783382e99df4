import { fillReferences } from './references.ts';
import type { Results } from './results-read.ts';

/** The comparison of `salience` with `newest only` at equal size. */
const EQUAL_SIZE = 'retention.equalSize | family=coding-claude-code | theirs=newest only';

/** Every row of the replay that a page quotes. */
const REPLAY = 'replay.rows | window=128k | prices=anthropic | group=inside';

/** What strategies keep of constraints that are planted once and followed by ten compressions. */
const kept = (strategy: string, after: 'keptOnce' | 'kept', format = '1'): string =>
  `{{constraints.strategies | strategy=${strategy} | ${after} | ${format}}}`;
const both = (strategy: string): string =>
  `${kept(strategy, 'keptOnce')} / ${kept(strategy, 'kept')}`;

/** Sentences with figures from results files, each with the page that has it. */
const CLAIMS: readonly (readonly [page: string, claim: string])[] = [
  [
    'README.md',
    `cut to {{${EQUAL_SIZE} | kept.0 | 1 %}} of their tokens, {{${EQUAL_SIZE} | survived.all.0 | 1 %}} of the identifiers and numbers that the agent used later were still there. In the newest messages of the same size, {{${EQUAL_SIZE} | survived.all.1 | 1 %}} were.`,
  ],
  [
    'README.md',
    `\`salience\` kept the instruction in ${kept('salience', 'keptOnce', '1 %')} of the sessions after one compression, and in ${kept('salience', 'kept', '1 %')} after ten`,
  ],
  [
    'docs/guides/clean-window.md',
    'were left with {{retention.rows | family=coding-claude-code | method=clean-window | budget=25 | kept | 1 %}} of their tokens',
  ],
  [
    'docs/packages/engine/tokens.md',
    'is on average {{tokens.rows | corpus=all | away | 1 %}} away from `o200k_base` on recorded conversations',
  ],
  [
    'docs/packages/engine/directives.md',
    'on recorded sessions it finds {{directives.pooled | recall | percent}} of what readers marked as binding, and {{directives.pooled | precision | percent}} of what it finds is.',
  ],
  [
    'docs/packages/engine/directives.md',
    `\`salience\` ${both('salience')} %, \`high-density\` ${both('high-density')} %, \`extractive\` ${both('extractive')} %, \`top-down-truncation\` ${both('top-down-truncation')} %, \`clean-window\` ${both('clean-window')} %, \`middle-out\` ${both('middle-out')} %, \`one-shot\` ${both('one-shot')} %`,
  ],
  [
    'docs/packages/orchestrator/costs.md',
    `the same sessions cost {{${REPLAY} | policy=ours | bill | 2}} dollars with ours, {{${REPLAY} | policy=threshold-masking | bill | 2}} with masking and {{${REPLAY} | policy=prune-every-turn | bill | 2}} with pruning`,
  ],
];

/** Returns each page with a sentence that it must contain, with the current figures. */
export function readmeFigures(
  results: Results,
): readonly (readonly [page: string, claim: string])[] {
  return CLAIMS.map(([page, claim]) => [page, fillReferences(claim, results)]);
}
