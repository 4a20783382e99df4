import type { Look } from '../../terminal/look.ts';
import type { ValueLevel } from './why.ts';

/** How a value looks: a mark that says it without colours too. */
export interface ValueLook {
  readonly mark: string;
  readonly paint: (text: string) => string;
}

const UNICODE = ['·', '▁', '▃', '▆', '█'] as const;
const ASCII = ['.', '-', '+', '=', '#'] as const;

/** The look of a level; without one, that of what stays in any case. */
export function valueLook(level: ValueLevel | undefined, { colors, marks }: Look): ValueLook {
  const isUnicode = marks.full === '█';
  if (level === undefined) return { mark: isUnicode ? '◆' : '*', paint: String };
  const paints = [colors.dim, colors.blue, colors.cyan, colors.yellow, colors.green];
  return { mark: (isUnicode ? UNICODE : ASCII)[level], paint: paints[level]! };
}
