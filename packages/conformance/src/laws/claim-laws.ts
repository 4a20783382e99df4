import { describeValue, type CompressionResult } from '@palimpsest/core-types';
import { findViolations, type CheckedResult } from '@palimpsest/engine/history';
import type { TrialLaw } from '../trial.ts';

/** Laws about what a result claims: hosts display its figures and base decisions on them. Also cases that the laws of results do not cover. */
export const claimLaws: readonly TrialLaw[] = [
  {
    name: 'law-8-provenance-told',
    guarantee: 'A result with changes says which entries each of its entries represents.',
    *find({ compressed, before }) {
      if (compressed.kind === 'thrown' || compressed.result.kind === 'noop') return;
      const { newHistory, metadata } = compressed.result;
      if (metadata.provenance === undefined) {
        yield [-1, 'metadata.provenance is missing'];
        return;
      }
      const given = new Set(before);
      for (const [index, { sources }] of metadata.provenance.entries()) {
        const entry = newHistory[index];
        if (entry === undefined || !given.has(entry)) continue;
        if (!sources.some((source) => before[source] === entry)) {
          yield [index, 'the entry is as it was, and does not say that it stands for itself'];
        }
      }
    },
  },
  {
    name: 'broken-input-becomes-whole',
    guarantee:
      'The result for a malformed history is a no-op or a valid history, and its indices refer to the history as given.',
    *find({ given, onBrokenInput }) {
      if (onBrokenInput?.kind !== 'answered' || onBrokenInput.result.kind === 'noop') return;
      const { newHistory, metadata } = onBrokenInput.result;
      for (const { index, law, message } of findViolations(newHistory)) {
        yield [index, `${law}: ${message}`];
      }
      const { provenance } = metadata;
      const isTraced = provenance?.every(({ sources }) =>
        sources.every((source) => source >= 0 && source < given.length),
      );
      if (provenance?.length !== newHistory.length || isTraced !== true) {
        yield [-1, 'provenance does not mean the history as given'];
      }
    },
  },
  {
    name: 'figures-are-true',
    guarantee:
      'What a result reports is right: the strategy, entries, tokens, unchanged parts, and the shortfall.',
    *find({ plugin, strategyName, compressed, checked, targetTokens }) {
      if (strategyName !== plugin.name) {
        yield [
          -1,
          `${plugin.name} creates a strategy whose name is ${describeValue(strategyName)}`,
        ];
      }
      if (compressed.kind === 'thrown' || checked === undefined) return;
      const { result } = compressed;
      const { metadata } = result;
      if (metadata.strategyUsed !== plugin.name) {
        yield [-1, `${plugin.name} says that ${metadata.strategyUsed} was used`];
      }
      for (const [name, said, is] of figuresOf(result, checked)) {
        if (said !== undefined && said !== is) yield [-1, `${name} is ${is}, and not ${said}`];
      }
      yield* untrueShares(result, checked);
      if (result.kind === 'noop') {
        const isUnder = targetTokens === undefined || checked.tokensBefore <= targetTokens;
        if (result.reason !== 'already-under-target' || isUnder) return;
        yield [-1, `${checked.tokensBefore} tokens are not under a target of ${targetTokens}`];
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
