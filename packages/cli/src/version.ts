import { readFileSync } from 'node:fs';

/** The version of this package. Both `src` and `dist` lie beside its package.json. */
export function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { readonly version: string };
  return version;
}
