import { readFileSync } from 'node:fs';

/** Reads a text that is written by hand. */
export function readWords(name: string): string {
  return readFileSync(new URL(`words/${name}.md`, import.meta.url), 'utf8').trim();
}
