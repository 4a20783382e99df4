import { openai } from '@palimpsest/formats';
import { repair } from '@palimpsest/history';
import { ATOM_KINDS, featureTables } from '@palimpsest/salience';
import { createReadingMemory, passageOf, readHistory } from '@palimpsest/strategy-salience';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';
import type { CorpusFile, Half, ProbedHistory } from '../retention/families.ts';
import { readHistories } from '../retention/families.ts';
import type { Sample } from './logistic.ts';

export interface Samples {
  /** Features, then one flag for each kind but `plain`. */
  readonly named: Sample[];
  readonly shown: Sample[];
  readonly lines: Sample[];
}

/** What the value model sees of every atom and line of the recorded histories, and whether it was used later. */
export function collectSamples(files: readonly CorpusFile[], cuts: readonly number[], half?: Half): Samples {
  const samples: Samples = { named: [], shown: [], lines: [] };
  for (const file of files) {
    for (const cut of cuts) {
      for (const one of readHistories(file, cut, half)) addSamples(one, samples);
    }
  }
  return samples;
}

function addSamples({ messages, probes, lines }: ProbedHistory, samples: Samples): void {
  const { history, index } = repair(openai.decode(messages as never));
  const memory = createReadingMemory()();
  const passages = readHistory(index, { taxonomy: defaultToolTaxonomy, memory }).flat().map(passageOf);
  const tables = featureTables(passages, { reader: memory.reader, messages: history.length });
  const used = new Set(probes.map(({ value }) => value));
  for (const { text, kind, isShown, features } of tables.atoms) {
    if (kind === 'plain') continue;
    const kinds = ATOM_KINDS.slice(1).map((name) => (name === kind ? 1 : 0));
    const sample = { features: Float64Array.from([...features, ...kinds]), isUsed: used.has(text) };
    (isShown ? samples.shown : samples.named).push(sample);
  }
  const usedLines = new Set(lines.map(({ line }) => line));
  for (const { text, features } of tables.lines) {
    samples.lines.push({ features, isUsed: usedLines.has(text) });
  }
}
