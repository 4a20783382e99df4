import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublishedPackage } from '../published-packages.ts';
import { formatChangeset, readChangesets } from './changesets.ts';

const PAGE = 'docs/first-release.md';

/** Parses the entries of `docs/first-release.md`, by package name. */
export function parseFirstEntries(page: string): ReadonlyMap<string, string> {
  const [, ...sections] = page.split(/^## /m);
  return new Map(
    sections.map((section) => {
      const end = section.indexOf('\n');
      return [section.slice(0, end).trim(), section.slice(end).trim()];
    }),
  );
}

/**
 * Writes the changelog of each package that was never released: its entry of `docs/first-release.md`, under the version of its manifest. Its
 * changesets describe changes of versions that nobody could install, so they are removed. Returns the names.
 */
export function writeFirstChangelogs(
  checkout: string,
  packages: readonly PublishedPackage[],
): string[] {
  const entries = parseFirstEntries(readFileSync(join(checkout, PAGE), 'utf8'));
  const unreleased = packages.filter(({ folder }) => !existsSync(join(folder, 'CHANGELOG.md')));
  for (const { folder, manifest } of unreleased) {
    const entry = entries.get(manifest.name);
    if (entry === undefined) throw new Error(`${PAGE}: expected an entry for ${manifest.name}`);
    const text = `# ${manifest.name}\n\n## ${manifest.version}\n\n${entry}\n`;
    writeFileSync(join(folder, 'CHANGELOG.md'), text);
  }

  const names = unreleased.map(({ manifest }) => manifest.name);
  for (const { path, bumps, entry } of readChangesets(checkout)) {
    const others = new Map([...bumps].filter(([name]) => !names.includes(name)));
    if (others.size === 0) rmSync(path);
    else if (others.size < bumps.size) writeFileSync(path, formatChangeset(others, entry));
  }
  return names;
}
