import { describeValue } from '@palimpsest/core-types';
import { findViolations } from '@palimpsest/engine/history';
import type { Trial, TrialLaw } from '../law.ts';

/**
 * Laws about what a result claims: hosts display its figures and base decisions on them. They also check missing provenance and no-ops, which
 * the laws of results skip.
 */
export const claimLaws: readonly TrialLaw[] = [
  {
    name: 'law-8-provenance-told',
    guarantee: 'A result with changes says which entries each of its entries represents.',
    *find({ result, before }) {
      if (result?.kind !== 'applied') return;
      const { newHistory, metadata } = result;
      if (metadata.provenance === undefined) yield [-1, 'metadata.provenance is missing'];
      const inputEntries = new Set(before);
      for (const [index, { sources }] of (metadata.provenance ?? []).entries()) {
        const entry = newHistory[index];
        const isKept = entry !== undefined && inputEntries.has(entry);
        if (isKept && !sources.some((source) => before[source] === entry))
          yield [index, 'the entry is as it was, and does not say that it stands for itself'];
      }
    },
  },
  {
    name: 'broken-input-becomes-whole',
    guarantee:
      'The result for a malformed history is a no-op or a valid history, and its indices refer to the history as given.',
    *find({ given, onBrokenInput = {} }) {
      if (!('result' in onBrokenInput) || onBrokenInput.result.kind === 'noop') return;
      const { newHistory, metadata } = onBrokenInput.result;
      for (const { index, law, message } of findViolations(newHistory))
        yield [index, `${law}: ${message}`];
      const isTraced = metadata.provenance?.every(({ sources }) =>
        sources.every((source) => source >= 0 && source < given.length),
      );
      if (metadata.provenance?.length !== newHistory.length || isTraced !== true)
        yield [-1, 'the indices of provenance do not refer to the input history'];
    },
  },
  {
    name: 'figures-are-true',
    guarantee:
      'What a result reports is right: the strategy, entries, tokens, unchanged parts, and the shortfall.',
    *find(trial) {
      for (const [name, reported, actual] of figuresOf(trial)) {
        if (reported !== actual)
          yield [-1, `${name} is ${describeValue(actual)}, and not ${describeValue(reported)}`];
      }
      const { result, checked, targetTokens } = trial;
      if (result?.kind !== 'noop' || result.reason !== 'already-under-target') return;
      const { tokensBefore } = checked!;
      if (targetTokens !== undefined && tokensBefore > targetTokens)
        yield [-1, `${tokensBefore} tokens are not under a target of ${targetTokens}`];
    },
  },
];

/** Yields what a result and its strategy say, and what is right. */
function* figuresOf({
  plugin,
  strategyName,
  result,
  checked,
  targetTokens,
}: Trial): Generator<readonly [name: string, reported: unknown, actual: unknown]> {
  yield ['the name of the strategy', strategyName, plugin.name];
  if (result === undefined || checked === undefined) return;
  const { metadata } = result;
  const { before, after, tokensBefore, tokensAfter } = checked;
  yield ['strategyUsed', metadata.strategyUsed, plugin.name];
  yield ['originalMessageCount', metadata.originalMessageCount, before.length];
  yield ['compressedMessageCount', metadata.compressedMessageCount, after.length];
  yield ['tokensBefore', metadata.tokensBefore ?? tokensBefore, tokensBefore];
  if (result.kind === 'noop') return;
  yield ['tokensAfter', metadata.tokensAfter ?? tokensAfter, tokensAfter];
  if (targetTokens !== undefined) {
    const shortfall = Math.max(0, tokensAfter - targetTokens);
    yield ['shortfallTokens', metadata.shortfallTokens ?? shortfall, shortfall];
  }
  const changed = after.findIndex((entry, at) => entry !== before[at]);
  const untouched = changed < 0 ? after.length : changed;
  yield ['firstChangedIndex', metadata.firstChangedIndex ?? untouched, untouched];
  const { topPreserved = 0 } = metadata;
  yield ['topPreserved', topPreserved, Math.min(topPreserved, untouched)];
}
