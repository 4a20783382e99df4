import pc from 'picocolors';
import type { MainIo, OutputStream } from '../main-io.ts';

/** Marks that need more than ASCII, and what stands for them where there is no more. */
const UNICODE = {
  arrow: '→',
  dot: '·',
  minus: '−',
  ellipsis: '…',
  line: '─',
  full: '█',
  empty: '░',
  eighths: ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'],
} as const;
const ASCII = {
  arrow: '->',
  dot: '-',
  minus: '-',
  ellipsis: '..',
  line: '-',
  full: '#',
  empty: '.',
  eighths: ['', '', '', '', '#', '#', '#', '#'],
} as const;

export type Marks = typeof UNICODE | typeof ASCII;

/** How things look on one stream. */
export interface Look {
  readonly colors: ReturnType<typeof pc.createColors>;
  readonly marks: Marks;
  /** Characters of a line. */
  readonly width: number;
  readonly isTerminal: boolean;
}

const DEFAULT_WIDTH = 80;

export function lookOf(stream: OutputStream, env: MainIo['env']): Look {
  const isTerminal = stream.isTTY === true;
  const isPlain = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  const columns = stream.columns ?? DEFAULT_WIDTH;
  return {
    colors: pc.createColors(isTerminal && !isPlain),
    marks: speaksUnicode(env) ? UNICODE : ASCII,
    width: Math.min(120, Math.max(40, columns > 0 ? columns : DEFAULT_WIDTH)),
    isTerminal,
  };
}

/** A locale that is not UTF-8 says so; where none is set, today's terminals speak UTF-8. */
function speaksUnicode(env: MainIo['env']): boolean {
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find(
    (value) => (value ?? '') !== '',
  );
  if (locale !== undefined && !/utf-?8/i.test(locale)) return false;
  return env['TERM'] !== 'linux' && env['TERM'] !== 'dumb';
}
