import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest, PublishedPackage } from '../published-packages.ts';
import { formatChangeset, readChangesets, type Bump } from './changesets.ts';

/** Returns the smallest bump after which a `^` range no longer includes a package. */
export function breakingBump(version: string): Bump {
  return version.startsWith('0.') ? 'minor' : 'major';
}

/**
 * Returns the packages that need a breaking version only because a dependency gets one, directly or through others, with these dependencies. A
 * patch release of them would bring the break to users whose range accepts patches.
 */
export function findRaised(
  manifests: readonly Manifest[],
  bumps: readonly ReadonlyMap<string, Bump>[],
): ReadonlyMap<string, readonly string[]> {
  const isBreaking = ({ name, version }: Manifest): boolean =>
    bumps.some((one) => [breakingBump(version), 'major'].includes(one.get(name) ?? ''));
  const breaking = new Set(manifests.filter(isBreaking).map(({ name }) => name));
  const raised = new Map<string, readonly string[]>();
  for (const name of breaking) {
    // A set also returns what is added to it meanwhile.
    const dependents = manifests.filter(({ dependencies = {} }) => name in dependencies);
    for (const dependent of dependents.filter((one) => !isBreaking(one))) {
      raised.set(dependent.name, [...(raised.get(dependent.name) ?? []), name]);
      breaking.add(dependent.name);
    }
  }
  return raised;
}

/** Adds a changeset for each package that a breaking version of a dependency raises. Returns their names. */
export function raiseDependents(checkout: string, packages: readonly PublishedPackage[]): string[] {
  const manifests = packages.map(({ manifest }) => manifest);
  const raised = findRaised(
    manifests,
    readChangesets(checkout).map(({ bumps }) => bumps),
  );
  for (const { name, manifest } of packages) {
    const causes = raised.get(manifest.name);
    if (causes === undefined) continue;
    const list = causes.map((cause) => `\`${cause}\``).join(', ');
    writeFileSync(
      join(checkout, '.changeset', `raised-${name}.md`),
      formatChangeset(
        new Map([[manifest.name, breakingBump(manifest.version)]]),
        `Requires new versions, with breaking changes, of: ${list}.`,
      ),
    );
  }
  return [...raised.keys()];
}
