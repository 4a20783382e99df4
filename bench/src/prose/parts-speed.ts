import { classifyText } from '@palimpsest/summarizer/classify';
import { findDuplicates, findNearDuplicates } from '@palimpsest/dedup';
import { summarizeText } from '@palimpsest/summarizer';
import { sentenceSpans, splitFences } from '@palimpsest/text';
import { median } from '../speed/measure.ts';
import { corpusTexts, type CorpusName } from './corpora.ts';

/** Speed of each part on the texts of a corpus, in MB (a million UTF-16 units) per second. */
export interface PartsRow {
  readonly corpus: CorpusName;
  readonly megabytes: number;
  readonly splitFences: number;
  readonly sentenceSpans: number;
  readonly classifyText: number;
  readonly summarizeText: number;
  readonly findDuplicates: number;
  readonly findNearDuplicates: number;
}

export async function measureParts(corpus: CorpusName, messages: number): Promise<PartsRow> {
  const texts = corpusTexts(corpus, messages, 1);
  const megabytes = texts.reduce((sum, text) => sum + text.length, 0) / 1e6;
  const speed = async (run: () => void): Promise<number> =>
    (megabytes * 1e3) / (await median(3, () => time(run)));
  const onEach = (part: (text: string) => unknown): Promise<number> =>
    speed(() => {
      for (const text of texts) part(text);
    });
  return {
    corpus,
    megabytes,
    splitFences: await onEach(splitFences),
    sentenceSpans: await onEach(sentenceSpans),
    classifyText: await onEach(classifyText),
    summarizeText: await onEach((text) => summarizeText(text)),
    findDuplicates: await speed(() => findDuplicates(texts)),
    findNearDuplicates: await speed(() => findNearDuplicates(texts)),
  };
}

export interface NearDuplicatesRow {
  readonly texts: string;
  readonly count: number;
  readonly megabytes: number;
  readonly milliseconds: number;
  /** Number of texts found to be near duplicates. */
  readonly found: number;
}

/** Measures exact and near duplicate detection over a list of texts. */
export async function measureNearDuplicates(
  name: string,
  texts: readonly string[],
): Promise<NearDuplicatesRow> {
  let found = 0;
  const milliseconds = await median(3, () =>
    time(() => {
      const exact = findDuplicates(texts);
      found = findNearDuplicates(texts, { exact }).size;
    }),
  );
  const megabytes = texts.reduce((sum, text) => sum + text.length, 0) / 1e6;
  return { texts: name, count: texts.length, megabytes, milliseconds, found };
}

function time(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}
