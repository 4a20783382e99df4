/** How a method is drawn. Colour, mark and dash each differ, so any one of them is enough. */
export interface Look {
  readonly color: string;
  readonly mark: 'circle' | 'cross' | 'diamond' | 'square' | 'triangle';
  /** `none` draws marks only: a method without a target is a single point. */
  readonly dash: 'dashed' | 'none' | 'solid';
}

/** Colours that are distinct with colour blindness (Okabe and Ito). */
const BLUE = '#0072b2';
const VERMILION = '#d55e00';
const GREEN = '#009e73';
const PURPLE = '#cc79a7';
const SKY = '#56b4e9';
const ORANGE = '#e69f00';
const BLACK = '#222222';
export const GRAY = '#777777';

const ours = (color: string, mark: Look['mark']): Look => ({ color, mark, dash: 'solid' });
const theirs = (color: string, mark: Look['mark']): Look => ({ color, mark, dash: 'dashed' });
const fixed = (color: string, mark: Look['mark']): Look => ({ color, mark, dash: 'none' });

/** Every drawn method, in legend order. */
export const LOOKS: Readonly<Record<string, Look>> = {
  salience: ours(BLUE, 'circle'),
  'high-density': ours(VERMILION, 'square'),
  extractive: ours(GREEN, 'triangle'),
  'top-down-truncation': ours(PURPLE, 'diamond'),
  'newest only': theirs(SKY, 'circle'),
  'head and tail': theirs(ORANGE, 'square'),
  'mask old results': theirs(BLACK, 'triangle'),
  'results to one line': theirs(GREEN, 'cross'),
  'call skeleton and newest': theirs(VERMILION, 'cross'),
  'LangChain trimMessages, any start': theirs(PURPLE, 'cross'),
  'identifier list': theirs(GRAY, 'diamond'),
  'newest 10 results': fixed(BLACK, 'circle'),
  '400 from each end': fixed(ORANGE, 'diamond'),
  'AI SDK pruneMessages': fixed(SKY, 'square'),
  'AI SDK pruneMessages, agents': fixed(SKY, 'diamond'),
  'LangChain ClearToolUsesEdit': fixed(PURPLE, 'triangle'),
};

export function strokeOf({ color, dash }: Look): string {
  const dashes = dash === 'dashed' ? ' stroke-dasharray="5 4"' : '';
  return `fill="none" stroke="${color}" stroke-width="2"${dashes}`;
}

const SIZE = 4;

export function marker([x, y]: readonly [number, number], { color, mark }: Look): string {
  if (mark === 'circle') {
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${SIZE}" fill="${color}"/>`;
  }
  return `<path transform="translate(${x.toFixed(1)} ${y.toFixed(1)})" d="${SHAPES[mark]}" fill="${color}" stroke="${color}"/>`;
}

/** Draws a ring around the last mark of a stopped method. */
export function ring([x, y]: readonly [number, number]): string {
  return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${2 * SIZE}" fill="none" stroke="${BLACK}" stroke-width="1.5"/>`;
}

const SHAPES = {
  square: 'M-3.5-3.5h7v7h-7z',
  triangle: 'M0-4.5l4.5 8h-9z',
  diamond: 'M0-5l5 5l-5 5l-5-5z',
  cross: 'M-4-4l8 8M4-4l-8 8',
} as const;
