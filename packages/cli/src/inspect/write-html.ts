import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { writeReport, type Comparison } from '@palimpsest/report';
import type { Output } from '../output/open-output.ts';

/** Writes a comparison as a page. */
export async function writeHtml(comparison: Comparison, output: Output): Promise<void> {
  const path = createRequire(import.meta.url).resolve('@palimpsest/report/report.html');
  const html = await writeReport(comparison, readFileSync(path, 'utf8'));
  await output(inParts(html));
}

async function* inParts(html: string): AsyncGenerator<string> {
  yield html;
}
