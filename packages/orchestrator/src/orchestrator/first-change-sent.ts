import { findFirstChange } from '@palimpsest/history';
import type { Decision } from './decide.ts';

/** Index of the first entry that is sent otherwise than it was given; pending entries stand behind the history. */
export function firstChangeSent({ given, draft }: Decision): number | undefined {
  const inHistory = findFirstChange(given.sent, draft.sent);
  if (inHistory !== undefined) return inHistory;
  const inPending = findFirstChange(given.pending, draft.pending);
  return inPending === undefined ? undefined : given.sent.length + inPending;
}
