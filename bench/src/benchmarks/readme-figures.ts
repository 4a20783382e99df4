import { findRow } from './find-row.ts';
import { decimal, percent } from './markdown-table.ts';
import type { Results } from './results-read.ts';

/** Returns each page with a sentence that it must contain, with the current figures. */
export function readmeFigures(
  results: Results,
): readonly (readonly [page: string, claim: string])[] {
  const { retention, constraints, tokens, directives, replay } = results;
  const family = 'coding-claude-code';
  const { kept, survived } = findRow(retention.figures.equalSize, {
    family,
    theirs: 'newest only',
  });
  const cleanWindow = findRow(retention.figures.rows, {
    family,
    method: 'clean-window',
    budget: 25,
  });
  const planted = (strategy: string) => findRow(constraints.figures.strategies, { strategy });
  const both = (strategy: string): string => {
    const { keptOnce, kept: keptAlways } = planted(strategy);
    return `\`${strategy}\` ${decimal(keptOnce, 1)} / ${decimal(keptAlways, 1)} %`;
  };
  const { recall, precision } = directives.figures.pooled;
  const billOf = (policy: string): string => {
    const row = { window: '128k', prices: 'anthropic', group: 'inside', policy } as const;
    return decimal(findRow(replay.figures.rows, row).bill, 2);
  };
  return [
    [
      'README.md',
      `cut to ${percent(kept[0])} of their tokens, ${percent(survived.all[0])} of the identifiers and numbers that the agent used later were still there. Keeping only the newest messages, at the same size, would leave ${percent(survived.all[1])} of them.`,
    ],
    [
      'README.md',
      `\`salience\` kept the instruction in ${percent(planted('salience').keptOnce)} of the sessions after one compression, and in ${percent(planted('salience').kept)} after ten`,
    ],
    ['docs/guides/clean-window.md', `were left with ${percent(cleanWindow.kept)} of their tokens`],
    [
      'docs/packages/engine/tokens.md',
      `is on average ${percent(tokens.figures.away)} away from \`o200k_base\` on recorded conversations`,
    ],
    [
      'docs/packages/engine/directives.md',
      `on recorded sessions it finds ${percent(100 * recall)} of what readers marked as binding, and ${percent(100 * precision)} of what it finds is.`,
    ],
    [
      'docs/packages/engine/directives.md',
      'salience high-density extractive top-down-truncation clean-window middle-out one-shot'
        .split(' ')
        .map(both)
        .join(', '),
    ],
    [
      'docs/packages/orchestrator/costs.md',
      `the same sessions cost ${billOf('ours')} dollars with ours, ${billOf('threshold-masking')} with masking and ${billOf('prune-every-turn')} with pruning`,
    ],
  ];
}
