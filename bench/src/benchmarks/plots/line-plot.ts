import { frame, type Axis } from './frame.ts';
import { legend, ringNamed } from './legend.ts';
import { marker, ring, strokeOf, type Look } from './look.ts';
import { svg } from './svg.ts';

/** One method: a line through its points, or a single mark. */
export interface Series {
  readonly name: string;
  readonly look: Look;
  /** Points per panel, in the order of the panels. */
  readonly points: readonly (readonly (readonly [x: number, y: number])[])[];
  /** Whether the method was stopped after its last point, which then has a ring. */
  readonly isStopped?: boolean;
}

export interface LinePlot {
  readonly title: string;
  readonly panels: readonly { readonly title: string; readonly x: Axis; readonly y: Axis }[];
  readonly series: readonly Series[];
}

const HEIGHT = 300;
const GAP = 86;
const LEFT = 60;
const TOP = 64;
const LEGEND = 270;
const STOPPED = 'stopped by us at the next size';

/** Draws panels next to each other with one legend on the right, because labels at the lines would overlap. */
export function linePlot({ title, panels, series }: LinePlot): string {
  const size = { width: panels.length > 1 ? 330 : 480, height: HEIGHT };
  const parts = panels.map((panel, at) => {
    const place = { left: LEFT + at * (size.width + GAP), top: TOP, ...size };
    const { x, y, drawn } = frame(place, panel);
    const lines = series.map(({ look, points, isStopped = false }) => {
      const spots = points[at]!.map(([px, py]) => [x(px), y(py)] as const);
      const path = spots.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(' ');
      const line = spots.length > 1 ? `<polyline points="${path}" ${strokeOf(look)}/>` : '';
      const end = isStopped ? spots.at(-1) : undefined;
      const marks = spots.map((spot) => marker(spot, look)).join('');
      return line + marks + (end === undefined ? '' : ring(end));
    });
    return drawn + lines.join('\n');
  });
  const right = LEFT + panels.length * (size.width + GAP) - GAP + 24;
  const width = right + LEGEND;
  const stopped = series.some(({ isStopped }) => isStopped === true)
    ? [ringNamed({ left: right, top: TOP + series.length * 20 }, STOPPED)]
    : [];
  const lines = series.length + stopped.length;
  const height = Math.max(TOP + size.height + 56, TOP + lines * 20 + 20);
  return svg({ width, height, title }, [
    ...parts,
    legend({ left: right, top: TOP }, series),
    ...stopped,
  ]);
}
