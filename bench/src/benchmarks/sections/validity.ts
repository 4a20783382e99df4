import { decimal, markdownTable, type Cell } from '../markdown-table.ts';
import { PROVIDERS } from '../../validity/problem-kinds.ts';
import type { ValidityRow } from '../../validity/validity-report.ts';
import type { Results } from '../results-read.ts';

/** Formats the share of outputs that providers refuse. */
export function validitySection({ validity }: Results): string {
  const { inputs, rows } = validity.figures;
  const formats = PROVIDERS;
  const isRefused = ({ method, share }: ValidityRow): boolean =>
    rows.some((row) => row.method === method && row.share === share && row.refused > 0);
  const failed = rows.filter(isRefused);
  const places = [...new Set(failed.map(({ method, share }) => `${method}\n${share ?? ''}`))];
  const known = new Set(failed.map(({ method }) => method));
  const accepted = [...new Set(rows.map(({ method }) => method))].filter((one) => !known.has(one));
  const given = formats.map((format) => {
    const { outputs, refused } = inputs[format];
    return `${outputs - refused} of ${outputs} for ${format}`;
  });
  return [
    `Outputs that \`checkOpenAI\`, \`checkAnthropic\` and \`checkGemini\` reject, because a provider would. The inputs are the histories that they accept: ${given.join(', ')}.`,
    `No output is rejected of: ${accepted.join('; ')}. The others:`,
    markdownTable(
      ['method', 'target', ...formats, 'problems'],
      places.map((place): Cell[] => {
        const [method, share] = place.split('\n') as [string, string];
        const own = rows.filter(
          (row) => row.method === method && String(row.share ?? '') === share,
        );
        const kinds = new Set(
          own.flatMap((row) => (row.refused > 0 ? Object.keys(row.kinds) : [])),
        );
        return [
          method,
          share === '' ? null : `${share} %`,
          ...formats.map((format) => {
            const row = own.find((one) => one.format === format);
            if (row === undefined) return null;
            return row.refused === 0
              ? '0'
              : `${row.refused} (${decimal((row.refused / row.outputs) * 100, 1)} %)`;
          }),
          [...kinds].join(', ').replaceAll('-', ' '),
        ];
      }),
    ),
  ].join('\n\n');
}
