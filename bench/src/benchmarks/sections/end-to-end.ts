import { decimal, markdownTable, type Cell } from '../markdown-table.ts';
import type { Results } from '../results-read.ts';

/** Figures of the systems that two of the packages replace: processor time to `JSON.parse`, recorded once on 128 of the sessions (issue 22). */
const ORIGINALS: readonly (readonly [call: string, toJsonParse: number])[] = [
  ['llxprt-code, `optimize`', 0.25],
  ['llxprt-code, high-density', 5.3],
  ['llxprt-code, truncation', 11.2],
  ['ContextCompressionEngine', 117],
];

/** Formats what a caller pays: recorded sessions, growth, and hostile texts. */
export function endToEndSection({ speed }: Results): string | undefined {
  if (speed === undefined) return undefined;
  const { counts, ratios } = speed.figures;
  const [input] = counts.input;
  const sizes = [...new Set(ratios.growth.map(({ messages }) => messages))];
  const strategies = [...new Set(ratios.growth.map(({ strategy }) => strategy))];
  const places = [...new Set(ratios.hostile.map(({ place }) => place))];
  return [
    `\`compress()\` from messages to messages, on ${decimal(input?.sessions ?? 0)} recorded coding sessions (${decimal(input?.megabytes ?? 0)} MB): processor time to that of \`JSON.parse\` of the same messages, MB/s, and a second call after ten more messages to the first, in per cent. A session has ${decimal((input?.messages ?? 0) / (input?.sessions ?? 1), 0)} messages on average, so ten are a large part of it. The machine did much other work, which slows \`JSON.parse\` down less than the rest. Below are figures of other systems, recorded once with 128 of the sessions.`,
    markdownTable(
      ['call', 'to `JSON.parse`', 'MB/s', 'second call, %'],
      [
        ...ratios.sessions.map(({ call, toJsonParse, againToFirst }): Cell[] => [
          call,
          decimal(toJsonParse, toJsonParse < 2 ? 2 : 1),
          rounded(speed.times.sessions.find((row) => row.call === call)?.megabytesPerSecond, 1),
          againToFirst === undefined ? undefined : decimal(100 * againToFirst, 0),
        ]),
        ...ORIGINALS.map(([call, figure]): Cell[] => [
          call,
          decimal(figure, figure < 2 ? 2 : 1),
          undefined,
          undefined,
        ]),
      ],
    ),
    `The same on generated sessions: nanoseconds for a byte to those at ${decimal(Math.min(...sizes))} messages (1 is flat), and a second call after ten more messages to the first, in per cent.`,
    markdownTable(
      [
        'strategy',
        ...sizes.map((size) => decimal(size)),
        ...sizes.map((size) => `${decimal(size)}, again, %`),
      ],
      strategies.map((strategy): Cell[] => {
        const rows = sizes.map((size) =>
          ratios.growth.find((row) => row.strategy === strategy && row.messages === size),
        );
        return [
          strategy,
          ...rows.map((row) => rounded(row?.growth, 2)),
          ...rows.map((row) => rounded(row && 100 * row.againToFirst, 0)),
        ];
      }),
    ),
    `Texts that are hard to read, ${decimal(counts.hostile[0]?.inputs ?? 0)} at each place of a conversation: what a byte of the costliest takes to a byte of ordinary prose there.`,
    markdownTable(
      ['strategy', ...places],
      strategies.map((strategy): Cell[] => [
        strategy,
        ...places.map((place) => {
          const isOwn = (row: { readonly strategy: string; readonly place: string }): boolean =>
            row.strategy === strategy && row.place === place;
          const { worst = '' } = speed.times.hostile.find(isOwn) ?? {};
          return `${rounded(ratios.hostile.find(isOwn)?.worstToProse, 1) ?? ''} (${worst})`;
        }),
      ]),
    ),
  ].join('\n\n');
}

function rounded(value: number | undefined, digits: number): string | undefined {
  return value === undefined ? undefined : decimal(value, digits);
}
