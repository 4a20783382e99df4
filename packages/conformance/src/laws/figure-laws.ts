import { describeValue, type CompressionResult } from '@palimpsest/core-types';
import type { CheckedResult } from '@palimpsest/history';
import type { TrialLaw } from '../invariant.ts';

/** Laws about the figures in a result: hosts display them and base decisions on them. */
export const lawsOfFigures: readonly TrialLaw[] = [
  {
    name: 'figures-are-true',
    guarantee:
      'What a result says of itself is so: the strategy, entries, tokens, what is untouched, by how much the target was missed.',
    *find({ plugin, strategyName, compressed, judged, targetTokens }) {
      if (strategyName !== plugin.name) {
        yield [
          -1,
          `${plugin.name} creates a strategy whose name is ${describeValue(strategyName)}`,
        ];
      }
      if (compressed.kind === 'thrown' || judged === undefined) return;
      const { result } = compressed;
      const { metadata } = result;
      if (metadata.strategyUsed !== plugin.name) {
        yield [-1, `${plugin.name} says that ${metadata.strategyUsed} was used`];
      }
      for (const [name, said, is] of figuresOf(result, judged)) {
        if (said !== undefined && said !== is) yield [-1, `${name} is ${is}, and not ${said}`];
      }
      yield* untrueShares(result, judged);
      if (result.kind === 'noop') {
        const isUnder = targetTokens === undefined || judged.tokensBefore <= targetTokens;
        if (result.reason !== 'already-under-target' || isUnder) return;
        yield [-1, `${judged.tokensBefore} tokens are not under a target of ${targetTokens}`];
      }
    },
  },
];

type Figure = readonly [name: string, said: number | undefined, is: number];

function* figuresOf(
  { kind, metadata }: CompressionResult,
  { before, after, tokensBefore, tokensAfter, targetTokens }: CheckedResult,
): Generator<Figure> {
  yield ['originalMessageCount', metadata.originalMessageCount, before.length];
  yield ['compressedMessageCount', metadata.compressedMessageCount, after.length];
  yield ['tokensBefore', metadata.tokensBefore, tokensBefore];
  if (kind === 'noop') return;
  yield ['tokensAfter', metadata.tokensAfter, tokensAfter];
  if (targetTokens === undefined) return;
  yield ['shortfallTokens', metadata.shortfallTokens, Math.max(0, tokensAfter - targetTokens)];
}

/** Yields false claims about entries that did not change. */
function* untrueShares(
  { kind, metadata }: CompressionResult,
  { before, after }: CheckedResult,
): Generator<readonly [index: number, message: string]> {
  if (kind === 'noop') return;
  const changed = after.findIndex((entry, at) => entry !== before[at]);
  const untouched = changed < 0 ? after.length : changed;
  const { topPreserved = 0, firstChangedIndex = untouched } = metadata;
  if (topPreserved > untouched) {
    yield [untouched, `${topPreserved} of the oldest entries are said to be untouched`];
  }
  if (firstChangedIndex !== untouched) {
    yield [untouched, `the first change is said to be at ${firstChangedIndex}`];
  }
}
