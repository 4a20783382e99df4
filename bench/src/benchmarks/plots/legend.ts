import { marker, ring, strokeOf, type Look } from './look.ts';
import { text } from './svg.ts';

const STEP = 20;

/** Draws a legend with one entry per row. */
export function legend(
  { left, top }: { readonly left: number; readonly top: number },
  entries: readonly { readonly name: string; readonly look: Look }[],
): string {
  return entries
    .map(({ name, look }, at) => {
      const y = top + at * STEP + 6;
      const line =
        look.dash === 'none'
          ? ''
          : `<polyline points="${left},${y} ${left + 28},${y}" ${strokeOf(look)}/>`;
      return line + marker([left + 14, y], look) + text({ x: left + 36, y: y + 4 }, name);
    })
    .join('\n');
}

/** Draws a legend row that explains the ring. */
export function ringNamed(
  { left, top }: { readonly left: number; readonly top: number },
  name: string,
): string {
  return ring([left + 14, top + 6]) + text({ x: left + 36, y: top + 10 }, name);
}
