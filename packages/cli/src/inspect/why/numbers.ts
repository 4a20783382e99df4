import { padEnd } from '../../terminal/columns.ts';
import type { Why } from './why.ts';

/** `#7`, or `#7-12`, as wide as any single number. */
export function numbers(from: number, to: number, { entries }: Pick<Why, 'entries'>): string {
  const text = from === to ? `#${from}` : `#${from}-${to}`;
  return padEnd(text, String(entries).length + 1);
}
