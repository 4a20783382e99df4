import { PROBE_GROUPS } from '../../retention/probes.ts';
import type { ScoreGroup } from '../../retention/score.ts';
import { SHOWN_BUDGET as SHOWN } from '../../retention/places.ts';
import type { RetentionRow } from '../../retention/summarize.ts';
import { decimal, markdownTable, pivotTable, tenth, type Cell } from '../markdown-table.ts';
import { SHOWN_FAMILIES } from '../plot.ts';
import type { Results } from '../results-read.ts';

/** Formats what every method keeps: a picture and all measures at one size per large family, and the small families in one table. */
export function retentionSection({ retention }: Results): string {
  // In the row of `everything`, all shares are 100.
  const rows = retention.figures.rows.filter(({ method }) => method !== 'everything');
  const families = [...new Set(rows.map(({ family }) => family))];
  const parts = families
    .filter((family) => family in SHOWN_FAMILIES)
    .map((family) => {
      const own = rows.filter((row) => row.family === family);
      return [
        `### ${title(family, own)}`,
        `![${family}: by the tokens it keeps, what each method keeps of what was needed later](plots/${SHOWN_FAMILIES[family]!.picture}.svg)`,
        `With a target of ${SHOWN} %; methods without a target at their own size:`,
        whole(own.filter(({ budget }) => budget === SHOWN || budget === null)),
      ].join('\n\n');
    });
  const small = families.filter((family) => !(family in SHOWN_FAMILIES));
  if (small.length === 0) return parts.join('\n\n');
  return [...parts, '### The other families', across(rows, small)].join('\n\n');
}

function title(family: string, [row]: readonly RetentionRow[]): string {
  const { all = 0, lines = 0 } = row?.asked ?? {};
  const asked = [`${decimal(all)} values`, ...(lines > 0 ? [`${decimal(lines)} lines`] : [])];
  return `${SHOWN_FAMILIES[family]!.title} (${[`${row?.conversations} conversations`, ...asked].join(', ')})`;
}

function valuesAndLines({ survived: { all, gold, lines } }: RetentionRow): string {
  const values = tenth(all ?? gold) ?? '–';
  return lines === null ? values : `${values} / ${tenth(lines)}`;
}

const SHOWN_GROUPS = [
  ...PROBE_GROUPS,
  'gold',
  'lines',
  'far_lines',
  'narrative',
] as const satisfies readonly ScoreGroup[];

function whole(rows: readonly RetentionRow[]): string {
  return markdownTable(
    'method,left,values,strong,far,only in results,acted on,gold,lines,far lines,narrative,instructions,task,missed'.split(
      ',',
    ),
    rows.map(({ method, kept, survived, missed }): Cell[] => [
      method,
      tenth(kept),
      ...SHOWN_GROUPS.map((group) => tenth(survived[group])),
      inShortAndLong(survived),
      tenth(survived.task),
      missed,
    ]),
  );
}

/** Formats the kept directives of short user messages and of long ones. */
function inShortAndLong({ demands_short, demands_long }: RetentionRow['survived']): string | null {
  if (demands_short === null && demands_long === null) return null;
  return [demands_short, demands_long].map((value) => tenth(value) ?? '–').join(' / ');
}

function across(rows: readonly RetentionRow[], families: readonly string[]): string {
  return [
    `Values / lines, with a target of ${SHOWN} %; methods without a target at their own size. For the Chinese dialogues, gold values. Methods that only reduce tool results are not applied to conversations without tool calls.`,
    pivotTable(
      rows.filter(
        ({ family, budget }) => families.includes(family) && (budget === SHOWN || budget === null),
      ),
      'method',
      ({ method }) => method,
      ({ family }) => family,
      valuesAndLines,
    ),
  ].join('\n\n');
}
