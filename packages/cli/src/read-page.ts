import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { writeReport, type Comparison } from '@palimpsest/report';

/** Reads a page of `@palimpsest/report`, without its data. */
export function readPage(name: 'dashboard' | 'report'): string {
  const path = createRequire(import.meta.url).resolve(`@palimpsest/report/${name}.html`);
  return readFileSync(path, 'utf8');
}

/** Returns the page of a comparison, with the day on which it was written. */
export function writeReportPage(comparison: Comparison, date: Date = new Date()): Promise<string> {
  const facts = [...comparison.facts, date.toISOString().slice(0, 10)];
  return writeReport({ ...comparison, facts }, readPage('report'));
}
