import type { RecallTextResult } from 'palimpsest';
import { counted } from '../terminal/figures.ts';

type NotFound = Exclude<RecallTextResult, { readonly kind: 'found' }>;

/** Says in a sentence why there is no text. */
export function notRecalled(
  reason: NotFound,
  { id, session }: { readonly id: string; readonly session: string },
): string {
  if (reason.kind === 'unknown') {
    return `Nothing was kept as ${id} in the session "${session}"; --session names another.`;
  }
  if (reason.kind === 'ambiguous') {
    return `${id} could be any of ${counted(reason.candidates, 'original')}; give more of the id.`;
  }
  const state = reason.reason === 'absent' ? 'is no longer in the folder' : 'is damaged';
  return `${id} was kept in the session "${session}", but ${state}.`;
}
