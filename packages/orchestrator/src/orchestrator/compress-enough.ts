import { findStrategy } from '../find-strategy.ts';
import { compressDraft, type CompressedDraft } from './compress-draft.ts';
import type { Draft } from './draft.ts';
import type { Ground } from './ground.ts';
import type { Offer } from './offer-edits.ts';

/** Of the way from trigger to target, what has to be gone, or it would be due again at once. */
const LEAST_WAY = 0.25;

/** How far somebody else goes then. */
const OTHERS_WAY = 0.5;

/**
 * Compresses by the chosen strategy. Where that is due and leaves the request close to the trigger, whoever takes over for it where it fails
 * takes the rest: a history that is rewritten every few calls, for next to nothing each time, costs more than what is lost by it.
 */
export async function compressEnough(
  draft: Draft,
  { compression, target }: Pick<Offer, 'compression' | 'target'>,
  ground: Ground,
): Promise<CompressedDraft> {
  const { call, options } = ground;
  const { name, fallback, lines } = call;
  const first = await compressDraft(draft, { target, name, fallback }, ground);
  const { outcome } = first;
  const wayTo = (share: number) => lines.trigger - share * (lines.trigger - lines.target);
  const reached = first.draft ?? draft;
  const isShort = compression === 'due' && reached.tokens > wayTo(LEAST_WAY);
  const hasEnded = outcome.kind === 'applied' || outcome.kind === 'noop';
  if (!isShort || !hasEnded || fallback === false || fallback === outcome.strategy) return first;
  if (findStrategy(options.strategies, fallback) === undefined) return first;
  const other = { target: wayTo(OTHERS_WAY), name: fallback, fallback: false } as const;
  const second = await compressDraft(reached, other, ground);
  const isSmaller = second.draft !== undefined && second.draft.tokens < reached.tokens;
  if (second.outcome.kind !== 'applied' || !isSmaller) return first;
  const attempts = [...outcome.attempts, ...second.outcome.attempts];
  return { draft: second.draft, outcome: { ...second.outcome, reason: 're-routed', attempts } };
}
