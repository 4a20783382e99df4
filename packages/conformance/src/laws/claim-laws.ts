import { historyInvariants, indexExchanges } from '@palimpsest/history';
import type { TrialLaw } from '../invariant.ts';

/** Laws about the claims of a result, and about cases that the laws of results do not cover. */
export const lawsOfClaims: readonly TrialLaw[] = [
  {
    name: 'law-3-tail-claimed',
    guarantee:
      'Where the host sets no share, the newest whole exchange is left alone at least, and a result says no more of its tail than is true.',
    *find({ inconsistentClaim }) {
      if (inconsistentClaim !== undefined) yield [-1, inconsistentClaim];
    },
  },
  {
    name: 'law-3-newest-exchange',
    guarantee: '`optimize` never touches the newest exchange.',
    *find({ before, optimized }) {
      if (optimized?.kind !== 'answered') return;
      const surviving = new Set(optimized.result.judged.after);
      for (const { entry, response } of indexExchanges(before).exchanges.at(-1)?.calls ?? []) {
        for (const index of [entry, response?.entry ?? entry]) {
          if (!surviving.has(before[index]!))
            yield [index, 'optimize: the newest exchange was touched'];
        }
      }
    },
  },
  {
    name: 'law-8-provenance-told',
    guarantee: 'A result that changed something says what its entries stand for.',
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
      'Of a broken history comes nothing, or something whole that means the history as given.',
    *find({ given, onBrokenInput }) {
      if (onBrokenInput?.kind !== 'answered' || onBrokenInput.result.kind === 'noop') return;
      const { newHistory, metadata } = onBrokenInput.result;
      for (const invariant of historyInvariants) {
        for (const { index, law, message } of invariant.check(newHistory)) {
          yield [index, `${law}: ${message}`];
        }
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
];
