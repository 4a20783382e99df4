import type {
  Change,
  ComparedDemand,
  ComparedEntry,
  EntryKind,
  EntryMark,
} from '@palimpsest/report';

/** Words and signs of the page. Signs tell apart what colors tell apart. */
export const KINDS: Readonly<Record<EntryKind, string>> = {
  system: 'System',
  user: 'User',
  agent: 'Agent',
  call: 'Tool call',
  result: 'Tool result',
};

export const CHANGES: Readonly<Record<Change, { readonly sign: string; readonly name: string }>> = {
  kept: { sign: '=', name: 'unchanged' },
  shortened: { sign: '±', name: 'shortened' },
  reported: { sign: '≡', name: 'in the report' },
  removed: { sign: '−', name: 'removed' },
  added: { sign: '+', name: 'added' },
};

export const MARKS: Readonly<Record<EntryMark, string>> = {
  stale: 'outdated read: the file was written later',
  duplicate: 'equals an earlier result',
};

export const DEMAND_STATES: Readonly<
  Record<ComparedDemand['state'], { readonly sign: string; readonly name: string }>
> = {
  stands: { sign: '✓', name: 'kept' },
  restated: { sign: '↻', name: 'repeated elsewhere' },
  lost: { sign: '✗', name: 'removed' },
};

const NUMBERS = new Intl.NumberFormat('en-US');

export function formatNumber(value: number): string {
  return NUMBERS.format(value);
}

export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`;
}

/** Formats how much smaller `after` is: `−70 %`. */
export function formatSaving(before: number, after: number): string {
  const share = before === 0 ? 0 : Math.round((1 - after / before) * 100);
  return share === 0 ? '0 %' : share < 0 ? `+${-share} %` : `−${share} %`;
}

/** Formats the positions of an entry: `#7`, or `#7–12` for what one step of a report tells. */
export function formatPosition({
  index,
  lastIndex,
}: Pick<ComparedEntry, 'index' | 'lastIndex'>): string {
  if (index === undefined) return 'new';
  return lastIndex === undefined ? `#${index}` : `#${index}–${lastIndex}`;
}
