import { decimal, markdownTable } from '../markdown-table.ts';
import type { Results } from '../results-read.ts';

const NAMES: Readonly<Record<string, string>> = {
  locomo: 'LoCoMo',
  'locomo, asked': 'LoCoMo, asked',
  qmsum: 'QMSum',
  'qmsum, asked': 'QMSum, asked',
  'lost-in-compaction': 'facts',
};

/** What the authors of the measures publish of their best method, by column. */
const PUBLISHED = ['40 / 85 / 100', '56 / 100 / 100', '0 / 0 / 0', '–', '–', '–', '–', '7'];

/** Formats what the strategies keep by measures of other projects. */
export function foreignSection({ foreign }: Results): string {
  const { kit, evidence } = foreign.figures;
  const methods = [...new Set(kit.map(({ method }) => method))];
  const rows = methods.map((method) => {
    const own = kit.filter((row) => row.method === method);
    const kept = Object.keys(NAMES).map((corpus) =>
      evidence.filter((row) => row.method === method && row.corpus === corpus),
    );
    return [
      method,
      ...(['survived', 'resolved', 'stale'] as const).map((name) =>
        joined(own.map((row) => row[name])),
      ),
      ...kept.map((found) => joined(found.map((row) => row.kept))),
    ];
  });
  return markdownTable(
    ['method', 'items', 'resolved', 'old values', ...Object.values(NAMES)],
    [...rows, ['published', ...PUBLISHED]],
  );
}

function joined(values: readonly (number | null)[]): string {
  return values.map((value) => decimal(value ?? 0, 0)).join(' / ');
}
