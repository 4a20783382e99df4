import type { Decision } from './decide.ts';
import { firstChangeSent } from './first-change-sent.ts';
import type { Ground } from './ground.ts';

/** Has what a decision takes out kept before it is gone. Pending entries count: the caller appends them as they became. */
export async function keepTakenOut(decision: Decision, { options, raw }: Ground): Promise<void> {
  const { keepOriginals } = options;
  if (keepOriginals === undefined || firstChangeSent(decision) === undefined) return;
  const { given, draft, compression, overflow } = decision;
  const by =
    overflow?.kind === 'fits'
      ? 'overflow'
      : compression?.kind === 'applied'
        ? compression.strategy
        : 'optimize';
  await keepOriginals({
    before: [...raw, ...given.pending],
    after: [...draft.raw, ...draft.pending],
    by,
  });
}
