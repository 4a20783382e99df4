import { findRow } from '../find-row.ts';
import { decimal, markdownTable } from '../markdown-table.ts';
import type { Results } from '../results-read.ts';
import { UPPER_BOUND } from '../../foreign/kit.ts';

/** A column, and what the authors of the measure publish of their best method. */
const KIT = [
  { figure: 'survived', title: 'items', published: '40 / 85 / 100' },
  { figure: 'resolved', title: 'resolved', published: '56 / 100 / 100' },
  { figure: 'stale', title: 'old values', published: '0 / 0 / 0' },
] as const;
const EVIDENCE = [
  { corpus: 'locomo', title: 'LoCoMo', published: '–' },
  { corpus: 'locomo, asked', title: 'LoCoMo, asked', published: '–' },
  { corpus: 'qmsum, asked', title: 'QMSum, asked', published: '–' },
  { corpus: 'lost-in-compaction', title: 'facts', published: '7' },
];

/** Formats what the strategies keep by measures of other projects: in each cell, a figure for each size. */
export function foreignSection({ foreign }: Results): string {
  const { kit, evidence } = foreign.figures;
  const methods = [...new Set(evidence.map(({ method }) => method))];
  const rows = methods.map((method) => [
    method,
    ...KIT.map(({ figure }) =>
      joined(sizesOf(kit).map((budget) => findRow(kit, { method, budget })[figure])),
    ),
    ...EVIDENCE.map(({ corpus }) => {
      const own = evidence.filter((row) => row.corpus === corpus);
      return joined(sizesOf(own).map((budget) => findRow(own, { method, budget }).kept));
    }),
  ]);
  const most = kit.filter(({ method }) => method === UPPER_BOUND);
  const columns = [...KIT, ...EVIDENCE];
  const bound = [joined(most.map(({ survived }) => survived)), ...columns.slice(1).map(() => '–')];
  return markdownTable(
    ['method', ...columns.map(({ title }) => title)],
    [...rows, [UPPER_BOUND, ...bound], ['published', ...columns.map(({ published }) => published)]],
  );
}

/** Returns the sizes of rows, in their order. */
function sizesOf(rows: readonly { readonly budget: number }[]): number[] {
  return [...new Set(rows.map(({ budget }) => budget))];
}

function joined(values: readonly (number | null)[]): string {
  return values.map((value) => decimal(value ?? 0, 0)).join(' / ');
}
