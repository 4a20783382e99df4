import { decimal, markdownTable, type Cell } from '../markdown-table.ts';
import type { Results } from '../results-read.ts';

/** What a pass and a turn cost, and how it grows. */
export function speedSection({ growth }: Results): string | undefined {
  if (growth === undefined) return undefined;
  const { figures, times } = growth;
  const sizes = [...new Set(times.passes.map(({ messages }) => messages))];
  const methods = [...new Set(times.passes.map(({ method }) => method))];
  const largest = Math.max(...sizes);
  const stopped = times.passes.filter(({ note }) => note !== undefined);
  return [
    '![Nanoseconds for a byte, from a thousand to a hundred thousand messages](plots/growth.svg)',
    `One full pass over one transcript: what it costs in \`JSON.parse\` of the same text in the same run, and a byte at ${decimal(largest)} messages to a byte at ${decimal(Math.min(...sizes))} (1 is flat).`,
    markdownTable(
      [
        'method',
        ...sizes.map((size) => decimal(size)),
        'growth',
        'looks at a message',
        'memory to text',
        'MB/s',
      ],
      methods.map((method): Cell[] => {
        const counted = at(figures.counts.passes, method, largest);
        const timed = at(times.passes, method, largest);
        return [
          method,
          ...sizes.map((size) => rounded(at(times.passes, method, size)?.toJsonParse)),
          rounded(at(times.growth, method, largest)?.growth),
          rounded(counted?.looksPerMessage),
          rounded(timed?.peakToText),
          rounded(timed?.megabytesPerSecond),
        ];
      }),
    ),
    ...stopped.map(
      ({ method, messages, note }) => `${method} at ${decimal(messages)} messages: ${note}.`,
    ),
    'A request more in a conversation that was made smaller once, and then grows by an exchange a turn: milliseconds of the middle turn, and messages looked at. A host hands over all that was ever said, or goes on from what it was given the last time.',
    turns(growth),
  ].join('\n\n');
}

function at<Row extends { readonly method: string; readonly messages: number }>(
  rows: readonly Row[],
  method: string,
  messages: number,
): Row | undefined {
  return rows.find((row) => row.method === method && row.messages === messages);
}

function turns({ figures, times }: NonNullable<Results['growth']>): string {
  const sizes = [...new Set(times.turns.map(({ messages }) => messages))];
  const rows = [...new Set(times.turns.map(({ method, hands }) => `${method}\n${hands}`))];
  return markdownTable(
    [
      'method',
      'handed over',
      ...sizes.flatMap((size) => [`ms at ${decimal(size)}`, `looks at ${decimal(size)}`]),
    ],
    rows.map((name): Cell[] => {
      const [method, hands] = name.split('\n') as [string, string];
      const isOwn = (row: { method: string; hands: string; messages: number }, size: number) =>
        row.method === method && row.hands === hands && row.messages === size;
      return [
        method,
        hands === 'whole' ? 'everything' : 'the last result',
        ...sizes.flatMap((size) => {
          const time = times.turns.find((row) => isOwn(row, size));
          const counted = figures.counts.turns.find((row) => isOwn(row, size));
          return [rounded(time?.turnMs), rounded(counted?.looksPerTurn)];
        }),
      ];
    }),
  );
}

/** Small ratios with two digits that say something. */
function rounded(value: number | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  return value < 1 ? String(Number(value.toPrecision(2))) : decimal(value, 1);
}
