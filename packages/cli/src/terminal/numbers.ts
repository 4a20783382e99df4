const grouped = new Intl.NumberFormat('en-US');

/** Returns `12,345`. */
export function formatNumber(value: number): string {
  return grouped.format(value);
}

/** Returns `1 message` or `2 messages`. */
export function formatCount(value: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(value)} ${value === 1 ? singular : plural}`;
}

/** Returns `0.4 %` or `12 %`. Only exact values are shown as 0 % and 100 %. */
export function formatPercent(share: number): string {
  const value = share * 100;
  if (value === 0 || value === 100) return `${value} %`;
  if (value < 0.1) return '<0.1 %';
  if (value < 9.95) return `${value.toFixed(1)} %`;
  return value > 99 && value < 100 ? '>99 %' : `${value.toFixed(0)} %`;
}

/** Returns `12 → 3`, or only one number if both are equal. */
export function formatStep(before: number, after: number): string {
  const end = formatNumber(after);
  return before === after ? end : `${formatNumber(before)} → ${end}`;
}

/** Returns `−62 %`, `+3.1 %` or `0 %`. */
export function formatChange(before: number, after: number): string {
  if (before === 0 || before === after) return '0 %';
  return `${after < before ? '−' : '+'}${formatPercent(Math.abs(after - before) / before)}`;
}

/** Returns `840 ms`, `3.2 s` or `2 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 99_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Joins the texts of a list, and leaves out those that do not apply. */
export function joinTexts(texts: readonly (string | false)[], separator = ', '): string {
  return texts.filter(Boolean).join(separator);
}
