import type { IContent } from '@palimpsest/core-types';
import { curate, findFirstChange } from '@palimpsest/history';

/** A request on its way: nothing of it has happened yet. */
export interface Draft {
  /** What the conversation will hold. */
  readonly raw: readonly IContent[];
  /** What will be sent of it. */
  readonly sent: readonly IContent[];
  readonly pending: readonly IContent[];
  /** Of the whole request, by the estimator: system prompt, tools and pending entries too. */
  readonly tokens: number;
}

/** A draft with another history. The very same drafts where nothing is another entry. */
export function withHistory(draft: Draft, raw: readonly IContent[]): Omit<Draft, 'tokens'> {
  if (findFirstChange(draft.raw, raw) === undefined) return draft;
  return { raw, sent: curate(raw), pending: draft.pending };
}
