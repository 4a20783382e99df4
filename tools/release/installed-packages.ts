import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { PackedManifest, PackedVersion } from './loopback-registry.ts';

/** Returns the folders of all dependencies of the packages in `folders`, direct and transitive, by name. Omits packages of the workspace. */
export function installedDependencies(folders: readonly string[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const waiting = [...folders];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const [name, range] of Object.entries(manifestIn(folder).dependencies ?? {})) {
      if (range.startsWith('workspace:')) continue;
      const needed = findInstalled(folder, name);
      const known = found.get(name) ?? new Set();
      if (known.has(needed)) continue;
      found.set(name, known.add(needed));
      waiting.push(needed);
    }
  }
  return found;
}

/** Packs an installed package as a registry serves it. `scratch` is an empty folder. */
export function packInstalled(folder: string, scratch: string): PackedVersion {
  const copy = join(scratch, 'package');
  cpSync(folder, copy, {
    recursive: true,
    filter: (path) => path === folder || basename(path) !== 'node_modules',
  });
  const tarball = execFileSync('tar', ['-czf', '-', '-C', scratch, 'package'], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return { manifest: manifestIn(folder), tarball };
}

function findInstalled(from: string, name: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(candidate)) return realpathSync(candidate);
    if (folder === dirname(folder)) {
      throw new Error(`${from} needs ${name}, which is not installed. Run \`pnpm install\` first.`);
    }
  }
}

function manifestIn(folder: string): PackedManifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackedManifest;
}
