import pc from 'picocolors';
import type { MainIo, OutputStream } from '../main-io.ts';

/** How to draw on one stream. */
export interface TerminalStyle {
  readonly colors: ReturnType<typeof pc.createColors>;
  readonly hasColors: boolean;
  /** Columns of a line, 40 to 120. */
  readonly width: number;
  readonly isTerminal: boolean;
}

const DEFAULT_WIDTH = 80;

export function detectStyle(stream: OutputStream, env: MainIo['env']): TerminalStyle {
  const isTerminal = stream.isTTY === true;
  const isPlain = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  const hasColors = isTerminal && !isPlain;
  const columns = stream.columns || DEFAULT_WIDTH;
  const width = Math.min(120, Math.max(40, columns));
  return { colors: pc.createColors(hasColors), hasColors, width, isTerminal };
}

/** Draws a bar for a share of 0 to 1, without padding. A share above 0 is always visible. */
export function drawBar(share: number, length: number): string {
  const scaled = Math.round(Math.min(1, Math.max(0, share)) * length);
  return '█'.repeat(share > 0 ? Math.max(1, scaled) : 0);
}

/** Draws a bar on a track that shows the whole. */
export function drawGauge(share: number, length: number, { colors }: TerminalStyle): string {
  const bar = drawBar(share, length);
  return colors.cyan(bar) + colors.dim('░'.repeat(length - bar.length));
}
