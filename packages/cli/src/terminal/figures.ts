import type { Marks } from './look.ts';

const grouped = new Intl.NumberFormat('en-US');

/** `12,345` */
export function figure(value: number): string {
  return grouped.format(value);
}

/** `1 message`, `2 messages` */
export function counted(value: number, singular: string, plural = `${singular}s`): string {
  return `${figure(value)} ${value === 1 ? singular : plural}`;
}

/** `0.4 %`, `12 %`; never a rounded 0 or 100 for what is neither. */
export function percent(share: number): string {
  const value = share * 100;
  if (value === 0 || value === 100) return `${value} %`;
  if (value < 0.1) return '<0.1 %';
  if (value < 9.95) return `${value.toFixed(1)} %`;
  return value > 99 && value < 100 ? '>99 %' : `${value.toFixed(0)} %`;
}

/** `−62 %`, `+3.1 %`, `±0 %` as a plain `0 %`. */
export function change(before: number, after: number, { minus }: Marks): string {
  if (before === 0 || before === after) return '0 %';
  const sign = after < before ? minus : '+';
  return `${sign}${percent(Math.abs(after - before) / before)}`;
}

/** `840 ms`, `3.2 s`, `2 min 5 s` */
export function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 99_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
