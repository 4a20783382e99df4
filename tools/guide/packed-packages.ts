import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackedManifest, PackedVersion } from '../release/loopback-registry.ts';

/** Packs every published package of the workspace into an empty folder, and returns them by name. */
export function packedPackages(root: string, folder: string): Map<string, PackedVersion> {
  const pack = ['-r', '--filter', './packages/*', 'pack', '--pack-destination', folder];
  execFileSync('pnpm', pack, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  return readPacked(folder);
}

/** Returns the packed packages of a folder by name. */
export function readPacked(folder: string): Map<string, PackedVersion> {
  const tarballs = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  return new Map(
    tarballs.map((file) => {
      const path = join(folder, file);
      const text = execFileSync('tar', ['-xOzf', path, 'package/package.json'], {
        encoding: 'utf8',
      });
      const manifest = JSON.parse(text) as PackedManifest;
      return [manifest.name, { manifest, tarball: readFileSync(path) }];
    }),
  );
}
