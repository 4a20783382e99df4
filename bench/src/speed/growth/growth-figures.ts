import { reportOf, tableOf, type SpeedReport } from '../report.ts';
import type { PassRow } from './passes.ts';
import type { TurnRow } from './turns.ts';

/**
 * Computes the figures from the measurements: ratios to `JSON.parse` of the same run, and the growth of costs. Only the project's own ratios
 * are compared with earlier results: much other code needs almost no time for a thousand messages.
 */
export function growthFigures(
  passes: readonly PassRow[],
  turns: readonly TurnRow[],
  ours: readonly string[],
): SpeedReport {
  const judged = <Row extends { readonly method: string }>(rows: readonly Row[]): Row[] =>
    rows.filter(({ method }) => ours.includes(method));
  const by = ['method', 'messages'] as const;
  const made = passes.map(({ bytes, ...row }) => ({
    ...row,
    looksPerMessage: ratio(row.looks, row.messages),
    toJsonParse: ratio(row.milliseconds, row.jsonParseMs),
    megabytes: bytes / 1e6,
    megabytesPerSecond: ratio(bytes / 1e3, row.milliseconds),
  }));
  const grown = growthRows(passes);
  const asked = turns.map((row) => ({
    ...row,
    toJsonParse: ratio(row.meanTurnMs, parseTime(passes, row.messages)),
  }));
  const { figures, times } = reportOf({
    passes: tableOf(made, { by, counts: ['megabytes', 'looks', 'looksPerMessage', 'left'] }),
    growth: tableOf(grown, { by }),
    turns: tableOf(asked, { by: [...by, 'hands'], counts: ['turns', 'looksPerTurn'] }),
  });
  const ratios = {
    passes: judged(made).map(({ method, messages, toJsonParse }) => ({
      method,
      messages,
      toJsonParse,
    })),
    growth: judged(grown),
    turns: judged(asked).map(({ method, messages, hands, toJsonParse }) => ({
      method,
      messages,
      hands,
      toJsonParse,
    })),
  };
  return { figures: { counts: figures.counts, ratios }, times };
}

interface GrowthRow {
  readonly method: string;
  readonly messages: number;
  /** Time per byte divided by that at the smallest size: 1 is flat. */
  readonly growth: number | null;
}

function growthRows(passes: readonly PassRow[]): GrowthRow[] {
  const parse = [...new Map(passes.map((row) => [row.messages, row])).values()].map((row) => ({
    ...row,
    method: 'JSON.parse',
    milliseconds: parseTime(passes, row.messages),
  }));
  const all = [...parse, ...passes];
  const smallest = Math.min(...passes.map(({ messages }) => messages));
  const first = new Map(
    all.filter(({ messages }) => messages === smallest).map((row) => [row.method, row]),
  );
  return all
    .filter(({ messages }) => messages !== smallest)
    .map((row) => ({
      method: row.method,
      messages: row.messages,
      growth: ratio(costOfByte(row), costOfByte(first.get(row.method)!)),
    }));
}

function costOfByte({ milliseconds, bytes }: PassRow): number | null {
  return ratio(milliseconds, bytes);
}

/** Returns the fastest `JSON.parse` of the same text within the same run. */
function parseTime(passes: readonly PassRow[], messages: number): number | null {
  const times = passes.filter((row) => row.messages === messages).map((row) => row.jsonParseMs);
  return times.length > 0 ? Math.min(...times) : null;
}

function ratio(part: number | null, whole: number | null): number | null {
  return part === null || whole === null ? null : part / whole;
}
