import type {
  CompressionContext,
  CompressionResult,
  CompressionStrategy,
  HumanTextPolicy,
  IContent,
} from '@palimpsest/core-types';
import { historyInvariants, judge, protection, repair } from '@palimpsest/history';
import { claimedTail } from './claimed-tail.ts';
import { originalId } from './original-id.ts';

export interface CompressionCase {
  /** Frozen, and perhaps broken. */
  readonly given: readonly IContent[];
  /** The same after the repair. */
  readonly before: readonly IContent[];
  /** Share of the tokens that the target asks for. */
  readonly ratio: number;
  /** `undefined` where the host sets none. */
  readonly preserveThreshold: number | undefined;
  /** Whether there is somewhere to ask for what responses said. */
  readonly canRecall: boolean;
  readonly count: (contents: readonly IContent[]) => number;
  readonly humanText: HumanTextPolicy;
  readonly longHumanText?: number | undefined;
  /** Index in `before` of the first entry of the tail. `undefined`: what the result says it left alone. */
  readonly tailStart: number | undefined;
}

/** Everything a strategy's `compress` breaks in one case. */
export async function checkCompression(
  strategy: CompressionStrategy,
  one: CompressionCase,
): Promise<string[]> {
  const { given, before, ratio, preserveThreshold, canRecall, count } = one;
  const { humanText, longHumanText } = one;
  const targetTokens = Math.floor(ratio * count(before));
  const contextOf = (history: readonly IContent[]): CompressionContext => ({
    history,
    targetTokens,
    estimateTokens: count,
    currentTokenCount: count(history),
    pinned: isKept,
    ...(canRecall ? { originalId } : {}),
    runtimeContext: {
      ephemerals:
        preserveThreshold === undefined ? {} : { preserveThreshold: () => preserveThreshold },
    },
  });
  const result = await strategy.compress(contextOf(before));
  const broken: string[] = [];
  if (repair(before).history !== before) broken.push('repair is not idempotent');
  if (isLLMFree(strategy)) {
    const again = await strategy.compress(contextOf(before));
    if (JSON.stringify(result) !== JSON.stringify(again)) broken.push('law-6: two runs differ');
  }
  const { metadata } = result;
  const after = result.kind === 'applied' ? result.newHistory : before;
  const provenance = result.kind === 'applied' ? (metadata.provenance ?? []) : [];
  const tail = one.tailStart === undefined ? claimedTail(before, result) : { start: one.tailStart };
  if (tail.broken !== undefined) broken.push(tail.broken);
  broken.push(
    ...judge({
      before,
      after,
      provenance,
      tailStart: tail.start,
      isProtected: protection(isKept),
      humanText,
      ...(longHumanText === undefined ? {} : { longHumanText }),
      tokensBefore: count(before),
      tokensAfter: count(after),
      ...(result.kind === 'applied' ? { targetTokens } : {}),
      ...(metadata.shortfallTokens === undefined
        ? {}
        : { shortfallTokens: metadata.shortfallTokens }),
    }).map(({ law, index, message }) => `${law} at ${index}: ${message}`),
  );
  if (result.kind === 'applied') {
    if (metadata.provenance === undefined) {
      broken.push('law-8: the result does not say what its entries stand for');
    }
    if (isLLMFree(strategy)) {
      const output = structuredClone(withoutMetadata(result.newHistory));
      const second = await strategy.compress(contextOf(output));
      if (second.kind !== 'noop') broken.push('law-6: compressing the output again changes it');
    }
  }
  if (before !== given) {
    broken.push(...judgeBroken(given, await strategy.compress(contextOf(given))));
  }
  return broken;
}

/** Of a broken history a strategy may make nothing, or something whole. */
function judgeBroken(given: readonly IContent[], result: CompressionResult): string[] {
  if (result.kind === 'noop') return [];
  const { newHistory, metadata } = result;
  const broken = historyInvariants
    .flatMap((invariant) => invariant.check(newHistory))
    .map(({ law, index, message }) => `broken input: ${law} at ${index}: ${message}`);
  const { provenance } = metadata;
  const isTraced = provenance?.every(({ sources }) =>
    sources.every((source) => source >= 0 && source < given.length),
  );
  if (provenance?.length !== newHistory.length || isTraced !== true) {
    broken.push('broken input: law-8: provenance does not mean the history as given');
  }
  return broken;
}

const isLLMFree = ({ requiresLLM }: CompressionStrategy): boolean => !requiresLLM;

/** What the context of a check pins beside `metadata.pinned`. */
function isKept({ metadata }: IContent): boolean {
  return metadata?.['keep'] === true;
}

/** What is left when a history went through a provider's format: no metadata but the caller's pins, no identity. */
function withoutMetadata(history: readonly IContent[]): IContent[] {
  return history.map((entry) => {
    const { speaker, blocks, metadata = {} } = entry;
    const isPinned = metadata.pinned === true || isKept(entry);
    return isPinned ? { speaker, blocks, metadata } : { speaker, blocks };
  });
}
