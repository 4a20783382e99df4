import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { methodsTable } from './method-lines.ts';
import { plots } from './plot.ts';
import { fillReferences } from './references.ts';
import { readResults, type Results } from './results-read.ts';
import { costSection } from './sections/cost.ts';
import { equalSizeSection } from './sections/equal-size.ts';
import { prioritySection } from './sections/priority.ts';
import { questionsSection } from './sections/questions.ts';
import { retentionSection } from './sections/retention.ts';
import { speedSection } from './sections/speed.ts';
import { validitySection } from './sections/validity.ts';

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
  { title: 'Validity', body: validitySection },
  { title: 'Cost', about: 'cost', body: costSection },
  { title: 'Speed', body: speedSection },
];

/** Renders the page from results. Findings and explanations are written by hand; their figures are filled in. */
export function renderPage(results: Results): string {
  const words = (name: string): string => fillReferences(readWords(name), results).trim();
  const sections = SECTIONS.map(({ title, about, body }) =>
    [`## ${title}`, ...(about === undefined ? [] : [words(about)]), body(results)].join('\n\n'),
  );
  const parts = [
    words('introduction'),
    `## Findings\n\n${words('findings')}`,
    `## Methods\n\n${methodsTable()}`,
    ...sections,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Writes the page and its pictures from the committed results. */
export function writePage(): void {
  const results = readResults();
  const folder = new URL('plots/', DOCS);
  mkdirSync(folder, { recursive: true });
  for (const [name, picture] of plots(results)) {
    writeFileSync(new URL(`${name}.svg`, folder), picture);
  }
  writeFileSync(new URL('benchmarks.md', DOCS), renderPage(results));
}

function readWords(name: string): string {
  return readFileSync(new URL(`words/${name}.md`, import.meta.url), 'utf8');
}
