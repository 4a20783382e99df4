import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublishedPackage } from '../published-packages.ts';
import { readChangesets } from './changesets.ts';

/** Returns why a checkout cannot be published: changes without a version, versions without a changelog. */
export function findReleaseProblems(
  checkout: string,
  packages: readonly PublishedPackage[],
): string[] {
  const pending = readChangesets(checkout).map(({ path }) => `${path} waits for a version`);
  const unlisted = packages.flatMap(({ folder, manifest: { version } }) => {
    const path = join(folder, 'CHANGELOG.md');
    const isListed = existsSync(path) && readFileSync(path, 'utf8').includes(`\n## ${version}\n`);
    return isListed ? [] : [`${path} has no entry for ${version}`];
  });
  return [...pending, ...unlisted];
}
