import { frame, type Axis } from './frame.ts';
import { text, svg } from './svg.ts';

interface Bar {
  readonly name: string;
  readonly color: string;
  readonly value: number;
}

export interface BarPlot {
  readonly title: string;
  readonly y: Axis;
  readonly panels: readonly {
    readonly title: string;
    readonly groups: readonly { readonly name: string; readonly bars: readonly Bar[] }[];
  }[];
}

const PANEL = { width: 330, height: 240 };
const GAP = 56;
const LEFT = 60;
const TOP = 96;

/** Draws grouped bars with their values. */
export function barPlot({ title, y, panels }: BarPlot): string {
  const parts = panels.map((panel, at) => {
    const place = { left: LEFT + at * (PANEL.width + GAP), top: TOP, ...PANEL };
    const x = { label: '', from: 0, to: panel.groups.length, ticks: [] };
    const framed = frame(place, { title: panel.title, x, y: at === 0 ? y : { ...y, label: '' } });
    const groups = panel.groups.map(({ name, bars }, index) => {
      const width = (framed.x(1) - framed.x(0) - 10) / bars.length;
      const drawn = bars.map(({ color, value }, order) => {
        const [left, top] = [framed.x(index) + 5 + order * width, framed.y(value)];
        const height = framed.y(0) - top;
        return (
          `<rect x="${left.toFixed(1)}" y="${top.toFixed(1)}" width="${(width - 1).toFixed(1)}" height="${height.toFixed(1)}" fill="${color}"/>` +
          text({ x: left + width / 2, y: top - 4, anchor: 'middle', size: 9 }, value.toFixed(0))
        );
      });
      const middle = framed.x(index + 0.5);
      return [
        ...drawn,
        text({ x: middle, y: TOP + PANEL.height + 18, anchor: 'middle' }, name),
      ].join('\n');
    });
    return [framed.drawn, ...groups].join('\n');
  });
  const kinds = panels[0]?.groups[0]?.bars ?? [];
  const keys = kinds.map(({ name, color }, at) => {
    const left = LEFT + at * 190;
    return `<rect x="${left}" y="44" width="12" height="12" fill="${color}"/>${text({ x: left + 18, y: 54 }, name)}`;
  });
  const width = LEFT + panels.length * (PANEL.width + GAP) - GAP + 24;
  return svg({ width, height: TOP + PANEL.height + 40, title }, [...keys, ...parts]);
}
