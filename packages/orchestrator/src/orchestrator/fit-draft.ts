import type { CompressionOutcome } from '../attempts/outcome.ts';
import { fitUnderLimit, type OverflowOutcome } from '../overflow/fit-under-limit.ts';
import { noteLostDirectives } from '../pinning/note-lost-directives.ts';
import { roomForNote } from '../pinning/room-for-note.ts';
import { pinnedWithDirectives } from '../pinning/pinned-with-directives.ts';
import { withHistory, type Draft } from './draft.ts';
import type { Ground } from './ground.ts';

export interface FittedDraft {
  readonly draft: Draft;
  /** Where it was over the limit. */
  readonly overflow?: OverflowOutcome;
}

/** A draft that fits: over the limit whatever can go without a model goes, and what cannot fit is not given up in vain. */
export async function fitDraft(
  draft: Draft,
  compression: CompressionOutcome | undefined,
  ground: Ground,
): Promise<FittedDraft> {
  const { call, options } = ground;
  if (draft.tokens <= call.lines.limit) return { draft };
  const cause = compression !== undefined && 'cause' in compression ? compression.cause : undefined;
  const overflow = await fitKeepingDirectives(draft, cause, ground);
  if (overflow.kind === 'cannot') return { draft, overflow };
  // Single entries may add up to more than the whole is counted as.
  if (overflow.steps.length === 0) return { draft: { ...draft, tokens: overflow.tokensAfter } };
  const { history, tokens } = call.pinDirectives
    ? await withNote(draft, overflow, ground)
    : { history: overflow.history, tokens: 0 };
  const after = { ...withHistory(draft, history), pending: overflow.pending };
  options.logger?.debug('over the limit', { before: draft.tokens, after: overflow.tokensAfter });
  return { draft: { ...after, tokens: overflow.tokensAfter + tokens }, overflow };
}

/**
 * Messages in which people demand something stay whole where that is possible, and else what they demand. It ends at the trigger where that is
 * possible: just below the limit the next request would be over it again, and a cache would be rewritten at every call.
 */
async function fitKeepingDirectives(
  draft: Draft,
  cause: unknown,
  ground: Ground,
): Promise<OverflowOutcome> {
  const { trigger, limit } = ground.call.lines;
  const { pinned } = ground.options;
  const whole = pinnedWithDirectives(pinned);
  const roomy = { limitTokens: trigger, cause };
  const tight = { limitTokens: limit, cause };
  if (ground.call.pinDirectives) {
    for (const aim of [roomy, tight]) {
      const keeping = await fit(draft, whole, aim, ground);
      if (keeping.kind === 'fits') return keeping;
    }
  }
  const fitted = await fit(draft, pinned, roomy, ground);
  return fitted.kind === 'fits' ? fitted : await fit(draft, pinned, tight, ground);
}

interface Aim {
  readonly limitTokens: number;
  readonly cause: unknown;
}

async function fit(
  { sent, pending }: Draft,
  pinned: Ground['options']['pinned'],
  { limitTokens, cause }: Aim,
  { call, options, request, estimateTokens, taxonomy }: Ground,
): Promise<OverflowOutcome> {
  const { originalId, strategies } = options;
  return await fitUnderLimit({
    history: sent,
    pending,
    limitTokens,
    estimateTokens,
    strategies,
    taxonomy,
    density: call.density,
    beside: request.beside ?? {},
    ...(pinned === undefined ? {} : { pinned }),
    ...(originalId === undefined ? {} : { originalId }),
    ...(cause === undefined ? {} : { cause }),
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  });
}

/** The history with a note of demands that went with messages, as far as notes may fill it, and what the note has in tokens. */
async function withNote(
  draft: Draft,
  { history, pending, tokensAfter }: OverflowOutcome,
  { call, estimateTokens }: Ground,
): Promise<{ readonly history: Draft['sent']; readonly tokens: number }> {
  const { limit, target, beside } = call.lines;
  const { tokens: room } = await roomForNote(history, target - beside, estimateTokens);
  const before = [...draft.sent, ...draft.pending];
  const noted = await noteLostDirectives(before, [...history, ...pending], {
    estimateTokens,
    maxTokens: Math.max(0, Math.min(room, limit - tokensAfter)),
  });
  if (noted?.note === undefined) return { history, tokens: 0 };
  const end = noted.history.length - pending.length;
  const isPendingWhole = pending.every((entry, at) => noted.history[end + at] === entry);
  return isPendingWhole
    ? { history: noted.history.slice(0, end), tokens: noted.note.tokens }
    : { history, tokens: 0 };
}
