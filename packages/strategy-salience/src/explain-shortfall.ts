import type { IContent } from '@palimpsest/core-types';
import type { SalienceDecision } from './decide.ts';

/** Explains a shortfall. Names only the causes that are present. */
export function explainShortfall(
  history: readonly IContent[],
  { boundary, selection: { open } }: SalienceDecision,
): string {
  const parts = open.flatMap((entry) => entry.parts);
  const whole = boundary - open.length;
  const newest = `the newest ${history.length - boundary} of ${history.length} entries stay whole`;
  const before = `${whole} before them (system, pinned, the newest human one, or too short)`;
  return [
    whole === 0 ? newest : `${newest}, and ${before}`,
    parts.some(({ role }) => role === 'arguments') && 'calls keep their name and target',
    parts.some(({ call }) => call?.hasFailed === true) && 'results that failed keep their error',
    parts.length > 0 && 'what is reduced leaves a mark',
  ]
    .filter((reason) => reason !== false)
    .join('; ');
}
