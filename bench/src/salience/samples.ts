import { openai } from '@palimpsest/formats/openai';
import { repairHistory } from '@palimpsest/history';
import { TERM_KINDS, featureTables } from '@palimpsest/strategy-salience/rank';
import { createParseCache, parseHistory } from '@palimpsest/strategy-salience';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';
import {
  readHistories,
  type CorpusFile,
  type Half,
  type ProbedHistory,
} from '../retention/families.ts';
import type { Sample } from './logistic.ts';

/** Features of terms and lines in the value model, and whether the agent used each later. */
export interface Samples {
  /** Terms that a user or the model mentioned: their features, then a flag for each kind of `NAME_KINDS`. */
  readonly named: readonly Sample[];
  /** Terms that occur only in tool results, with the same features. */
  readonly shown: readonly Sample[];
  readonly lines: readonly Sample[];
}

/** Kinds of terms with a weight each: all but plain words. */
export const NAME_KINDS = TERM_KINDS.filter((kind) => kind !== 'plain');

/** Collects samples from the recorded histories of some files, at cuts given as shares of the characters. */
export function collectSamples(
  files: readonly CorpusFile[],
  cuts: readonly number[],
  half?: Half,
): Samples {
  const samples = { named: [], shown: [], lines: [] };
  for (const file of files) {
    for (const cut of cuts) {
      for (const history of readHistories(file, cut, half)) addSamples(history, samples);
    }
  }
  return samples;
}

function addSamples(
  { messages, probes, lines }: ProbedHistory,
  samples: { readonly [Name in keyof Samples]: Sample[] },
): void {
  const { history, index } = repairHistory(openai.decode(messages));
  const parseCache = createParseCache()();
  const taxonomy = defaultToolTaxonomy;
  const pieces = parseHistory(index, { taxonomy, parseCache });
  const passages = pieces.flatMap((of, message) =>
    of.flatMap(({ texts }) =>
      texts.map(({ reading, role, call }) => ({
        reading,
        message,
        role,
        namesFile: call?.namesFile === true,
      })),
    ),
  );
  const tables = featureTables(passages, { reader: parseCache.reader, messages: history.length });
  const used = new Set(probes.map(({ value }) => value));
  for (const { text, kind, isShown, features } of tables.terms) {
    if (kind === 'plain') continue;
    const flags = NAME_KINDS.map((name) => (name === kind ? 1 : 0));
    const sample = { features: Float64Array.from([...features, ...flags]), isUsed: used.has(text) };
    (isShown ? samples.shown : samples.named).push(sample);
  }
  const usedLines = new Set(lines.map(({ line }) => line));
  for (const { text, features } of tables.lines) {
    samples.lines.push({ features, isUsed: usedLines.has(text) });
  }
}
