import pc from 'picocolors';
import type { MainIo, OutputStream } from '../main-io.ts';

/** How to draw on one stream. */
export interface TerminalStyle {
  readonly colors: ReturnType<typeof pc.createColors>;
  /** Columns of a line, 40 to 120. */
  readonly width: number;
  readonly isTerminal: boolean;
}

const DEFAULT_WIDTH = 80;

export function detectStyle(stream: OutputStream, env: MainIo['env']): TerminalStyle {
  const isTerminal = stream.isTTY === true;
  const isPlain = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  const columns = stream.columns ?? DEFAULT_WIDTH;
  return {
    colors: pc.createColors(isTerminal && !isPlain),
    width: Math.min(120, Math.max(40, columns > 0 ? columns : DEFAULT_WIDTH)),
    isTerminal,
  };
}

/** Draws a bar for a share of 0 to 1, without padding. A share above 0 is always visible. */
export function drawBar(share: number, length: number): string {
  return '█'.repeat(scale(share, length));
}

/** Draws a bar on a track that shows the whole. */
export function drawGauge(share: number, length: number, { colors }: TerminalStyle): string {
  const filled = scale(share, length);
  return colors.cyan('█'.repeat(filled)) + colors.dim('░'.repeat(length - filled));
}

/** Returns the whole units of a bar for a share: at least 1 for a share above 0. */
function scale(share: number, units: number): number {
  const scaled = Math.round(Math.min(1, Math.max(0, share)) * units);
  return share > 0 ? Math.max(1, scaled) : 0;
}
