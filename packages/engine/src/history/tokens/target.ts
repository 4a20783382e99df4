import type { CompressionContext } from '@palimpsest/core-types';

/** Defaults for hosts without a value. */
export const DEFAULT_COMPRESSION_THRESHOLD = 0.85;
export const DEFAULT_CONTEXT_LIMIT = 200_000;
export const DEFAULT_COMPRESS_HEADROOM = 0.6;
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
  const below = Math.max(0, Math.ceil(trigger) - 1);
  return Math.min(below, Math.max(0, Math.floor(headroom * trigger + 1e-6)));
}
