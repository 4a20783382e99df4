import type { Figures } from './host-check.ts';

/** The result of one check. */
export interface Row {
  readonly name: string;
  readonly version: string;
  /** `passed`, or why there are no figures. */
  readonly state: string;
  readonly figures?: Figures;
}

/** Returns a Markdown table for each set of figures, and one for checks without figures. */
export function formatTable(rows: readonly Row[]): string {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = columnsOf(row).join();
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const tables = [...groups.values()].map((group) => {
    const columns = columnsOf(group[0]!);
    const lines = [
      ['check', 'version', 'result', ...columns],
      ['-----', '-------', '------', ...columns.map(() => '---:')],
      ...group.map(({ name, version, state, figures = {} }) => [
        name,
        version,
        state,
        ...columns.map((column) => figures[column] ?? ''),
      ]),
    ];
    return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  });
  return tables.join('\n\n');
}

function columnsOf({ figures = {} }: Row): readonly string[] {
  return Object.keys(figures);
}
