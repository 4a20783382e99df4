import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { methodsTable } from './method-lines.ts';
import { plots } from './plot.ts';
import { fillReferences, type ReadResults } from './references.ts';
import { readResult } from './results.ts';
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
  /** The report whose results it shows. */
  readonly report: string;
  readonly about?: string;
  readonly body: (results: Results) => string | undefined;
}

const SECTIONS: readonly Section[] = [
  { title: 'What is kept', report: 'retention', about: 'retention', body: retentionSection },
  { title: 'At equal size', report: 'retention', about: 'equal-size', body: equalSizeSection },
  { title: 'Questions', report: 'questions', about: 'questions', body: questionsSection },
  { title: 'What goes first', report: 'priority', about: 'priority', body: prioritySection },
  { title: 'Validity', report: 'validity', body: validitySection },
  { title: 'Cost', report: 'replay', about: 'cost', body: costSection },
  { title: 'Speed', report: 'speed', body: speedSection },
];

/** Renders the page from results. Findings and explanations are written by hand; their figures are filled in. */
export function renderPage(results: Results, read: ReadResults): string {
  const words = (name: string): string => fillReferences(readWords(name), read).trim();
  const sections = SECTIONS.map(({ title, report, about, body }) =>
    [
      `## ${title}`,
      ...(about === undefined ? [] : [words(about)]),
      body(results) ?? `Not measured yet: \`pnpm bench ${report}\`.`,
    ].join('\n\n'),
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
  writeFileSync(new URL('benchmarks.md', DOCS), renderPage(results, readResult));
}

function readWords(name: string): string {
  return readFileSync(new URL(`words/${name}.md`, import.meta.url), 'utf8');
}
