import type { CompressionContext, EphemeralAccessors, IContent } from '@palimpsest/core-types';
import { modelThatAnswers } from './answers.ts';
import { answersLater, estimators } from './estimators.ts';
import { originalId } from './original-id.ts';
import type { TestCase } from './test-case.ts';

/** Returns whether the context of a trial pins an entry, in addition to `metadata.pinned`. */
export function isKept({ metadata }: IContent): boolean {
  return metadata?.['keep'] === true;
}

/** Returns the context of a `compress` call. Shares in the target refer to `tokens`. */
export function contextOf(
  { target, preserveThreshold, canRecall, estimator, settings, answer }: TestCase,
  tokens: number,
  history: readonly IContent[],
): CompressionContext {
  const count = estimators[estimator];
  const ephemerals: EphemeralAccessors = {
    ...(preserveThreshold === undefined ? {} : { preserveThreshold: () => preserveThreshold }),
    ...('share' in target
      ? {}
      : {
          contextLimit: () => Math.ceil(tokens * target.windowShare),
          compressionThreshold: () => target.compressionThreshold,
          densityCompressHeadroom: () => target.compressHeadroom,
        }),
  };
  return {
    history,
    ...('share' in target ? { targetTokens: Math.floor(target.share * tokens) } : {}),
    estimateTokens: answersLater(estimator) ? (some) => Promise.resolve(count(some)) : count,
    currentTokenCount: count(history),
    pinned: isKept,
    settings,
    resolveProvider: () => modelThatAnswers(answer),
    ...(canRecall ? { originalId } : {}),
    runtimeContext: { ephemerals },
  };
}
