import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PublishedPackage } from '../published-packages.ts';

type Package = {
  readonly folder: string;
  readonly manifest: Pick<PublishedPackage['manifest'], 'name' | 'dependencies'>;
};

/**
 * Returns whether the build of a package, and of every other package that it uses, is newer than their sources. A file that was added,
 * removed, renamed or written later counts as a change.
 */
export function isBuilt(name: string, packages: readonly Package[]): boolean {
  const byName = new Map(packages.map((one) => [one.manifest.name, one]));
  const used = new Set([byName.get(name)!]);
  for (const { folder, manifest } of used) {
    if (!isNewer(folder)) return false;
    for (const dependency of Object.keys(manifest.dependencies ?? {})) {
      const found = byName.get(dependency);
      if (found !== undefined) used.add(found);
    }
  }
  return true;
}

/** Returns whether a package's build is newer than its sources. */
function isNewer(folder: string): boolean {
  const built = changedAt(join(folder, 'dist'));
  const sources = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' });
  const files = ['package.json', 'src', ...sources.map((file) => join('src', file))];
  return files.every((file) => changedAt(join(folder, file)) <= built);
}

/** Returns when a file was written, or an entry of a folder added or removed, in milliseconds; 0 if it does not exist. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
