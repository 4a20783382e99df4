import { measureBudget } from './budget-speed.ts';
import { measureHostile } from './hostile-speed.ts';
import { measureNearDuplicates, measureParts } from './parts-speed.ts';
import { measureProse } from './prose-speed.ts';
import { commonLines, CORPUS_NAMES, corpusTexts, manyVersions } from './corpora.ts';
import { reportOf, tableOf, type SpeedReport } from '../speed/report.ts';
import { printTable, spread } from '../tables.ts';

const TOTAL_MESSAGES = 100_000;
const SIZES = [1_000, 10_000, 100_000];

/** Measures `extractive`, which reads every word, and its parts. */
export async function proseReport(): Promise<SpeedReport> {
  const speed = [];
  const growth = [];
  for (const corpus of CORPUS_NAMES) {
    const rows = [];
    for (const size of SIZES) rows.push(await measureProse(corpus, size, TOTAL_MESSAGES, 1));
    speed.push(...rows);
    growth.push({
      corpus,
      extractive: spread(rows.map(({ nanosecondsPerByte }) => nanosecondsPerByte)),
      toJsonParse: spread(rows.map(({ toJsonParse }) => toJsonParse)),
      jsonParse: spread(rows.map(({ jsonParseMBs }) => jsonParseMBs)),
    });
  }
  printTable(
    `extractive, everything outside the tail: ${TOTAL_MESSAGES.toLocaleString('en')} messages at every size`,
    speed,
  );
  printTable('Largest cost per byte over the smallest, from 1,000 to 100,000 messages:', growth);

  const budget = [];
  for (const corpus of CORPUS_NAMES) budget.push(await measureBudget(corpus, 10_000, 0.7));
  printTable('extractive with a target', budget);

  const parts = [];
  for (const corpus of CORPUS_NAMES) parts.push(await measureParts(corpus, 10_000));
  printTable('Parts alone, MB/s, median of 3', parts);

  const nearDuplicates = [];
  for (const [name, texts] of [
    ['shared header', corpusTexts('shared-header', 1_000, 1)],
    ['shared header', corpusTexts('shared-header', 10_000, 1)],
    ['files read again', corpusTexts('near-duplicates', 10_000, 1)],
    ['ten of 200 lines', commonLines(10_000, 1)],
    ['one file, ever changing', manyVersions(10_000, 1)],
  ] as const) {
    nearDuplicates.push(await measureNearDuplicates(name, texts));
  }
  printTable('Near duplicates, median of 3', nearDuplicates);

  const hostile = await measureHostile();
  printTable('Hostile text: time per character, as a multiple of ordinary prose', hostile);
  const [prose, ...hostileRows] = hostile;
  return reportOf({
    speed: tableOf(speed, {
      by: ['corpus', 'messages'],
      counts: ['megabytes', 'ratio'],
      ratios: ['toJsonParse'],
    }),
    growth: tableOf(growth, {
      by: ['corpus'],
      ratios: ['extractive', 'toJsonParse', 'jsonParse'],
    }),
    budget: tableOf(budget, {
      by: ['corpus', 'messages'],
      counts: ['quarterMissedBy'],
      ratios: ['quarterToPlain', 'everythingToPlain'],
    }),
    parts: tableOf(parts, { by: ['corpus'], counts: ['megabytes'] }),
    nearDuplicates: tableOf(nearDuplicates, {
      by: ['texts', 'count'],
      counts: ['megabytes', 'found'],
    }),
    ordinaryProse: tableOf([prose], { by: ['text'] }),
    hostile: tableOf(hostileRows, {
      by: ['text'],
      ratios: [
        'sentenceSpans',
        'classifyText',
        'summarizeText',
        'findNearDuplicates',
        'extractive',
      ],
    }),
  });
}
