import { decimal, markdownTable, type Cell } from '../markdown-table.ts';
import type { Results } from '../results-read.ts';

/** Formats the cost of a pass and of a turn, and its growth. */
export function speedSection({ growth }: Results): string | undefined {
  if (growth === undefined) return undefined;
  const { figures, times } = growth;
  const sizes = [...new Set(times.passes.map(({ messages }) => messages))];
  const methods = [...new Set(times.passes.map(({ method }) => method))];
  const largest = Math.max(...sizes);
  return [
    '![Nanoseconds for a byte, from a thousand to a hundred thousand messages](plots/growth.svg)',
    `One full pass over one transcript: what it costs in \`JSON.parse\` of the same text in the same run, at each number of messages. All that follows is of ${decimal(largest)}: _growth_ is what a byte costs there to what it costs at ${decimal(Math.min(...sizes))} (1 is flat), _looks_ how often each message was looked at, _memory to text_ the most memory in use at once beside the messages, to the size of their JSON, and _MB/s_ how much of that JSON is done in a second.`,
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
    ...times.passes.flatMap(stoppedLine),
    'A request more in a conversation that was made smaller once, and then grows by an exchange a turn: milliseconds of the middle turn, and messages looked at. A host hands over all that was ever said, or goes on from what it was given the last time.',
    turns(growth),
  ].join('\n\n');
}

type Pass = NonNullable<Results['growth']>['times']['passes'][number];

function stoppedLine({ method, messages, stopped }: Pass): string[] {
  if (stopped === undefined) return [];
  const { looks, looksPerMessage, seconds } = stopped;
  return [
    `${method} at ${decimal(messages)} messages: stopped by us after ${decimal(looksPerMessage, 0)} looks at each message (${decimal(looks)} in all, ${decimal(seconds, 1)} s).`,
  ];
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

/** Formats a ratio: below 1 with two significant digits. */
function rounded(value: number | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  return value < 1 ? String(Number(value.toPrecision(2))) : decimal(value, 1);
}
