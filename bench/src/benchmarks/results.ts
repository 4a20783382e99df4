import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resultsText } from '../results-text.ts';

const FOLDER = new URL('../../results/', import.meta.url);

/** Reads the committed results of a report; `undefined` if it never ran. */
export function readResult(name: string): unknown {
  const file = new URL(`${name}.json`, FOLDER);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

export function writeResult(name: string, measured: unknown): void {
  writeFileSync(new URL(`${name}.json`, FOLDER), resultsText(measured));
}
