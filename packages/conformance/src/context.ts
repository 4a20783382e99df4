import type { CompressionContext, EphemeralAccessors, IContent } from '@palimpsest/core-types';
import { modelThatAnswers } from './answers.ts';
import { estimators } from './estimators.ts';
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
    // One estimator returns promises, as if the host called a service.
    estimateTokens: estimator === 'words' ? (some) => Promise.resolve(count(some)) : count,
    currentTokenCount: count(history),
    pinned: isKept,
    settings,
    resolveProvider: () => modelThatAnswers(answer),
    ...(canRecall ? { originalId } : {}),
    runtimeContext: { ephemerals },
  };
}

/** Returns an id of eight hexadecimal digits for a tool result, computed from its content; `undefined` for other blocks. */
function originalId({ blocks }: IContent, index: number): string | undefined {
  const block = blocks[index];
  if (block?.type !== 'tool_response') return undefined;
  // FNV-1a: these ids are never looked up, they only have to differ.
  let hash = 0x81_1c_9d_c5;
  for (const character of JSON.stringify(block)) {
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01_00_01_93);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
