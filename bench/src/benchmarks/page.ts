import { mkdirSync, writeFileSync } from 'node:fs';
import { renderArenaPage } from './arena-page.ts';
import { methodsTable } from './method-lines.ts';
import { plots } from './plot.ts';
import { readResults, type Results } from './results-read.ts';
import { costSection } from './sections/cost.ts';
import { equalSizeSection } from './sections/equal-size.ts';
import { foreignSection } from './sections/foreign.ts';
import { prioritySection } from './sections/priority.ts';
import { questionsSection } from './sections/questions.ts';
import { retentionSection } from './sections/retention.ts';
import { speedSection } from './sections/speed.ts';
import { summarySection } from './sections/summary.ts';
import { validitySection } from './sections/validity.ts';
import { readWords } from './words.ts';

const DOCS = new URL('../../../docs/', import.meta.url);

interface Section {
  readonly title: string;
  readonly about?: string;
  readonly body: (results: Results) => string;
}

const SECTIONS: readonly Section[] = [
  { title: 'What is kept', about: 'retention', body: retentionSection },
  { title: 'At equal size', about: 'equal-size', body: equalSizeSection },
  { title: 'Questions', about: 'questions', body: questionsSection },
  { title: 'What goes first', about: 'priority', body: prioritySection },
  { title: 'Measures of other projects', about: 'foreign', body: foreignSection },
  { title: 'Validity', body: validitySection },
  { title: 'Cost', about: 'cost', body: costSection },
  { title: 'Speed', body: speedSection },
];

/** Renders the page from results: the figures that answer most questions, then everything. Explanations are written by hand. */
export function renderPage(results: Results): string {
  const sections = SECTIONS.map(({ title, about, body }) =>
    [`## ${title}`, ...(about === undefined ? [] : [readWords(about)]), body(results)].join('\n\n'),
  );
  const parts = [
    '# Benchmarks',
    summarySection(results),
    readWords('introduction'),
    `## Methods\n\n${methodsTable()}`,
    ...sections,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Writes both pages and their pictures from the committed results. */
export function writePage(): void {
  const results = readResults();
  const folder = new URL('plots/', DOCS);
  mkdirSync(folder, { recursive: true });
  for (const [name, picture] of plots(results)) {
    writeFileSync(new URL(`${name}.svg`, folder), picture);
  }
  writeFileSync(new URL('benchmarks.md', DOCS), renderPage(results));
  writeFileSync(new URL('arena.md', DOCS), renderArenaPage(results));
}
