import type { Look } from './look.ts';

/** A bar for a share of 0 to 1, without padding; a share above 0 never vanishes. */
export function bar(share: number, length: number, { marks }: Look): string {
  const units = Math.round(Math.min(1, Math.max(0, share)) * length * 8);
  const eighths = share > 0 ? Math.max(1, units) : 0;
  const rest = marks.eighths[eighths % 8]!;
  const drawn = marks.full.repeat(Math.floor(eighths / 8)) + rest;
  return drawn === '' && share > 0 ? marks.full : drawn;
}

/** A bar on a track that shows the whole. */
export function gauge(share: number, length: number, { marks, colors }: Look): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * length);
  const least = share > 0 ? Math.max(1, filled) : 0;
  return colors.cyan(marks.full.repeat(least)) + colors.dim(marks.empty.repeat(length - least));
}
