import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { writeReport, type Comparison } from '@palimpsest/report';
import type { MainIo } from './main-io.ts';
import { openOutput } from './output/open-output.ts';
import { printable } from './terminal/printable.ts';

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

/** Checks the file of `--html`, and returns a function that writes the page of a comparison there. */
export async function openReportPage(
  file: string,
  io: MainIo,
): Promise<(comparison: Comparison) => Promise<void>> {
  const name = printable(file, 200);
  const output = await openOutput(file, io, `--html ${name}`);
  return async (comparison) => {
    await output([await writeReportPage(comparison)]);
    if (file !== '-') io.stderr.write(`Wrote ${name}. Open it in a browser.\n`);
  };
}
