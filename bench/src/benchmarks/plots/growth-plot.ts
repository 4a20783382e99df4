import type { Results } from '../results-read.ts';
import { linePlot } from './line-plot.ts';
import { GRAY, LOOKS, type Look } from './look.ts';

/** Draws the time per byte of each method, by the number of messages. */
export function growthPlot({ figures, times: { passes } }: NonNullable<Results['growth']>): string {
  const sizeOf = new Map(figures.counts.passes.map((row) => [row.messages, row.megabytes]));
  const sizes = [...new Set(passes.map(({ messages }) => messages))];
  const costs = passes.map(({ method, messages, milliseconds }) => ({
    method,
    messages,
    nanoseconds: perByte(milliseconds, sizeOf.get(messages)!),
  }));
  const reference = sizes.map((messages) => {
    const own = passes.filter((row) => row.messages === messages);
    const middle = own.map((row) => row.jsonParseMs).toSorted((a, b) => a - b)[own.length >> 1]!;
    return { method: 'JSON.parse', messages, nanoseconds: perByte(middle, sizeOf.get(messages)!) };
  });
  const all = [...costs, ...reference];
  const known = all.flatMap(({ nanoseconds }) => (nanoseconds === null ? [] : [nanoseconds]));
  const [low, high] = [Math.min(...known), Math.max(...known)].map(Math.log10) as [number, number];
  const decades = Array.from(
    { length: Math.ceil(high) - Math.floor(low) + 1 },
    (_, at) => 10 ** (Math.floor(low) + at),
  );
  const names = [...new Set(all.map(({ method }) => method))];
  return linePlot({
    title: 'Nanoseconds for a byte of history: flat is linear work',
    panels: [
      {
        title: 'One full pass',
        x: { label: 'messages', from: sizes[0]!, to: sizes.at(-1)!, ticks: sizes, isLog: true },
        y: {
          label: 'ns per byte',
          from: decades[0]!,
          to: decades.at(-1)!,
          ticks: decades,
          isLog: true,
        },
      },
    ],
    series: names.map((name) => ({
      name,
      look: lineLook(name, names),
      isStopped: passes.some(({ method, stopped }) => method === name && stopped !== undefined),
      points: [
        all.flatMap(({ method, messages, nanoseconds }) =>
          method === name && nanoseconds !== null ? [[messages, nanoseconds] as const] : [],
        ),
      ],
    })),
  });
}

/** Returns nanoseconds per byte: milliseconds per megabyte are the same number. */
function perByte(milliseconds: number | null, megabytes: number): number | null {
  return milliseconds === null ? null : milliseconds / megabytes;
}

const SPARE_MARKS = ['cross', 'circle', 'square', 'diamond', 'triangle'] as const;

/** Returns a look with a line, even for methods that are single points elsewhere. Methods that no other picture shows are gray. */
function lineLook(name: string, names: readonly string[]): Look {
  const known = LOOKS[name];
  if (known !== undefined) return known.dash === 'none' ? { ...known, dash: 'dashed' } : known;
  const spare = names.filter((one) => !(one in LOOKS)).indexOf(name);
  return { color: GRAY, mark: SPARE_MARKS[spare % SPARE_MARKS.length]!, dash: 'dashed' };
}
