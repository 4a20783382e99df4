import { floorShare } from '../../tokens/index.ts';
import type { CompressionContext } from '@palimpsest/core-types';

/** Share of the window, without the output, at which a request is compressed, if the host gives none. */
export const DEFAULT_COMPRESSION_THRESHOLD = 0.85;
/** Tokens of the window, if the host gives none. */
export const DEFAULT_CONTEXT_LIMIT = 200_000;
/** Target as a share of the trigger, if the host gives none. */
export const DEFAULT_COMPRESS_HEADROOM = 0.6;
/** Share of the entries that the preserved tail has, if the host gives none. */
export const DEFAULT_PRESERVE_THRESHOLD = 0.2;

type TargetContext = Pick<
  CompressionContext,
  'targetTokens' | 'triggerTokens' | 'maxOutputTokens' | 'runtimeContext'
>;

/**
 * Returns the target in tokens: the explicit one; else `headroom × trigger`, where the trigger is given or `threshold × (limit −
 * maxOutputTokens)`. Always below the trigger, never below 0.
 */
export function resolveTargetTokens({
  targetTokens,
  triggerTokens,
  maxOutputTokens = 0,
  runtimeContext: { ephemerals },
}: TargetContext): number {
  if (targetTokens !== undefined) return targetTokens;
  const threshold = ephemerals.compressionThreshold?.() ?? DEFAULT_COMPRESSION_THRESHOLD;
  const limit = ephemerals.contextLimit?.() ?? DEFAULT_CONTEXT_LIMIT;
  const headroom = ephemerals.densityCompressHeadroom?.() ?? DEFAULT_COMPRESS_HEADROOM;
  const trigger = triggerTokens ?? threshold * (limit - maxOutputTokens);
  const maxTarget = Math.max(0, Math.ceil(trigger) - 1);
  return Math.min(maxTarget, Math.max(0, floorShare(headroom, trigger)));
}
