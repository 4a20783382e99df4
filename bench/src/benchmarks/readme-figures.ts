import { decimal } from './markdown-table.ts';
import { providerName } from './provider-names.ts';
import { fillReferences, type ReadResults } from './references.ts';
import type { Results } from './results-read.ts';

/** Claims of one README about measurements, with the current results. */
export interface ReadmeFigures {
  readonly readme: string;
  readonly claims: readonly string[];
}

/** Returns every sentence in a README that contains a figure from a results file. */
export function readmeFigures(results: Results, read: ReadResults): readonly ReadmeFigures[] {
  const filled = (texts: readonly string[]): string[] =>
    texts.map((text) => fillReferences(text, read));
  return [
    {
      readme: 'README.md',
      claims: filled([
        `cut to ${sizeAtQuarter()} of their tokens, the default strategy keeps ${valuesAtQuarter('ours')} of the identifiers and numbers that the agent used later. The newest messages of the same size hold ${valuesAtQuarter('theirs')}.`,
      ]),
    },
    {
      readme: 'packages/tokenizer/README.md',
      claims: filled([
        'is on average {{tokens.rows | corpus=all | away | 1 %}} away from `o200k_base` on recorded conversations',
      ]),
    },
    {
      readme: 'packages/directives/README.md',
      claims: filled([
        'on recorded sessions it finds {{directives.pooled | recall | percent}} of what readers marked as binding, and {{directives.pooled | precision | percent}} of what it finds is.',
      ]),
    },
    {
      readme: 'docs/packages/orchestrator/costs.md',
      claims: replayClaims(results.replay!.figures),
    },
  ];
}

/** The comparison of `salience` with `newest only` at equal size. */
const EQUAL_SIZE =
  'retention.equalSize | family=coding-claude-code | cut=70 | budget=25 | ours=salience | theirs=newest only';

/** Returns a reference to that size. */
function sizeAtQuarter(): string {
  return `{{${EQUAL_SIZE} | kept.0 | 1 %}}`;
}

/** Returns a reference to the share of values that `salience` or `newest only` keeps at that size. */
function valuesAtQuarter(whose: 'ours' | 'theirs'): string {
  return `{{${EQUAL_SIZE} | survived.all.${whose === 'ours' ? 0 : 1} | 1 %}}`;
}

type Replay = NonNullable<Results['replay']>['figures'];

function replayClaims({ rows, budgets, prices }: Replay): string[] {
  const windows = Object.keys(budgets);
  const rowOf = (window: string, price: string, group: string, policy: string) =>
    rows.find(
      (row) =>
        row.window === window &&
        row.prices === price &&
        row.group === group &&
        row.policy === policy,
    )!;
  const table = windows.flatMap((window) =>
    Object.keys(prices).map((price) => {
      const row = (policy: string) => rowOf(window, price, 'inside', policy);
      const kept = (policy: string): string =>
        `${decimal(row(policy).bill, 2)}, ${decimal(row(policy).held!, 1)} %`;
      const cells = [
        window,
        providerName(price),
        row('ours').sessions,
        decimal(row('nothing').bill, 2),
        ...['prune-every-turn', 'threshold-masking', 'ours'].map(kept),
        `${row('ours').peak} of ${budgets[window]!.limit}`,
      ];
      return `| ${cells.join(' | ')} |`;
    }),
  );
  const all = (policy: string) =>
    windows.map((window) => rowOf(window, 'anthropic', 'all', policy));
  const held = (window: string): string => {
    const shares = Object.keys(prices).map((price) => rowOf(window, price, 'all', 'ours').held!);
    return `${decimal(Math.min(...shares), 1)} to ${decimal(Math.max(...shares), 1)} % at ${window}`;
  };
  const toNothing = windows.flatMap((window) =>
    Object.keys(prices).map(
      (price) =>
        rowOf(window, price, 'fitting', 'ours').bill /
        rowOf(window, price, 'fitting', 'nothing').bill,
    ),
  );
  const [masked, ours] = ['threshold-masking', 'ours'].map((policy) =>
    listed(all(policy).map(({ outside }) => outside)),
  );
  return [
    ...table,
    `(${listed(all('ours').map(({ sessions }) => sessions))})`,
    `masking leaves ${masked} over the limit, ours ${ours}`,
    held('32k'),
    held('128k'),
    `between ${Math.round((1 - Math.min(...toNothing)) * 100)} % less and ${Math.round((Math.max(...toNothing) - 1) * 100)} % more`,
  ];
}

function listed(counts: readonly number[]): string {
  return `${counts.slice(0, -1).join(', ')} and ${counts.at(-1)}`;
}
