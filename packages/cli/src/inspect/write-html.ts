import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { writeReport, type Comparison } from '@palimpsest/report';
import type { Output } from '../output/open-output.ts';

export async function writeHtml(comparison: Comparison, output: Output): Promise<void> {
  await output([await writeReport(comparison, readPage('report'))]);
}

export function readPage(name: 'dashboard' | 'report'): string {
  const path = createRequire(import.meta.url).resolve(`@palimpsest/report/${name}.html`);
  return readFileSync(path, 'utf8');
}
