import { text } from './svg.ts';

/** A scale with its ticks. */
export interface Axis {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
  readonly isLog?: boolean;
  readonly suffix?: string;
}

interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Framed {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly drawn: string;
}

/** Draws axes with ticks and grid lines, and returns the scales that map values to positions. */
export function frame(
  place: Place,
  { title, x: across, y: up }: { readonly title: string; readonly x: Axis; readonly y: Axis },
): Framed {
  const { left, top, width, height } = place;
  const x = scale(across, left, left + width);
  const y = scale(up, top + height, top);
  const drawn = [
    text({ x: left, y: top - 12, weight: 600 }, title),
    ...up.ticks.map((tick) => line(left, y(tick), left + width, y(tick), '#dddddd')),
    ...up.ticks.map((tick) =>
      text({ x: left - 8, y: y(tick) + 4, anchor: 'end' }, named(up, tick)),
    ),
    ...across.ticks.map((tick) =>
      text({ x: x(tick), y: top + height + 18, anchor: 'middle' }, named(across, tick)),
    ),
    line(left, top + height, left + width, top + height, '#555555'),
    text({ x: left + width / 2, y: top + height + 38, anchor: 'middle' }, across.label),
    text({ x: left - 44, y: top + height / 2, anchor: 'middle', turn: -90 }, up.label),
  ];
  return { x, y, drawn: drawn.join('\n') };
}

function scale({ from, to, isLog = false }: Axis, start: number, end: number) {
  const at = isLog ? Math.log10 : (value: number): number => value;
  return (value: number): number =>
    start + ((at(value) - at(from)) / (at(to) - at(from))) * (end - start);
}

function named({ suffix = '' }: Axis, tick: number): string {
  return `${tick.toLocaleString('en')}${suffix}`;
}

function line(x1: number, y1: number, x2: number, y2: number, color: string): string {
  return `<line x1="${x1}" y1="${y1.toFixed(1)}" x2="${x2}" y2="${y2.toFixed(1)}" stroke="${color}"/>`;
}
