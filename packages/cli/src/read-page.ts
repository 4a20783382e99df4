import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Reads a page of `@palimpsest/report`, without its data. */
export function readPage(name: 'dashboard' | 'report'): string {
  const path = createRequire(import.meta.url).resolve(`@palimpsest/report/${name}.html`);
  return readFileSync(path, 'utf8');
}
