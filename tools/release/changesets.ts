import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Bump = 'major' | 'minor' | 'patch';

export interface Changeset {
  readonly path: string;
  /** Kind of the change, by package name. */
  readonly bumps: ReadonlyMap<string, Bump>;
  /** Entry for the changelogs. */
  readonly entry: string;
}

/** Returns the changesets of a checkout that wait for a release. */
export function readChangesets(checkout: string): Changeset[] {
  const folder = join(checkout, '.changeset');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .toSorted()
    .map((name) => parseChangeset(join(folder, name), readFileSync(join(folder, name), 'utf8')));
}

/** Parses the text of a changeset. */
function parseChangeset(path: string, text: string): Changeset {
  const [, head = '', entry = ''] = text.split(/^---\n/m, 3);
  const lines = [...head.matchAll(/^'([^']+)': (major|minor|patch)$/gm)];
  return { path, bumps: new Map(lines.map(([, name, bump]) => [name!, bump as Bump])), entry };
}

/** Formats a changeset. */
export function formatChangeset(bumps: ReadonlyMap<string, Bump>, entry: string): string {
  const lines = [...bumps].map(([name, bump]) => `'${name}': ${bump}\n`);
  return `---\n${lines.join('')}---\n\n${entry.trim()}\n`;
}
