import { readFileSync } from 'node:fs';

/** Returns the version of this package. `src/version.ts` and every file of `dist` lie one folder below package.json. */
export function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { readonly version: string };
  return version;
}
