import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publishedPackages, type Manifest } from './published-packages.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const FOLDER = join(root, 'node_modules/.packed');
const STAMP = join(FOLDER, 'stamp');

export interface PackedPackage {
  readonly manifest: Pick<Manifest, 'name' | 'sideEffects' | 'dependencies'>;
  readonly tarball: Buffer;
  /** Path of the tarball. */
  readonly path: string;
}

/**
 * Returns the tarballs of all published packages, by name, as a release would publish them. Packs them if what is in them changed since the
 * last call of any program: a check packs once, and all its programs use the same tarballs. Needs a build.
 */
export function packedPackages(): ReadonlyMap<string, PackedPackage> {
  const stamp = hashFiles();
  if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== stamp) {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    const published = publishedPackages().flatMap(({ manifest }) => ['--filter', manifest.name]);
    const pack = ['-r', ...published, 'pack', '--pack-destination', FOLDER];
    execFileSync('pnpm', pack, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    writeFileSync(STAMP, stamp);
  }
  const tarballs = readdirSync(FOLDER).filter((file) => file.endsWith('.tgz'));
  return new Map(tarballs.map((file) => readPacked(join(FOLDER, file))));
}

/** Returns the paths of the tarballs of packages, and of those that they need; names of other packages are skipped. */
export function tarballsFor(names: Iterable<string>): string[] {
  const packed = packedPackages();
  const needed = new Set(names);
  // A set also returns what is added to it meanwhile.
  for (const name of needed) {
    for (const other of Object.keys(packed.get(name)?.manifest.dependencies ?? {}))
      needed.add(other);
  }
  return [...needed].flatMap((name) => packed.get(name)?.path ?? []);
}

/** Hashes everything that tarballs are made from: what manifests list, and what every tarball has. */
function hashFiles(): string {
  const hash = createHash('sha256');
  for (const { folder, manifest } of publishedPackages()) {
    const listed = manifest.files.map((path) => `${path}{,/**}`);
    for (const path of globSync([...listed, 'package.json', '*.md', 'LICENSE'], {
      cwd: folder,
    }).toSorted()) {
      const file = join(folder, path);
      if (statSync(file).isFile())
        hash.update(file).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

function readPacked(path: string): [name: string, packed: PackedPackage] {
  const args = ['-xOzf', path, 'package/package.json'];
  const manifest = JSON.parse(
    execFileSync('tar', args, { encoding: 'utf8' }),
  ) as PackedPackage['manifest'];
  return [manifest.name, { manifest, tarball: readFileSync(path), path }];
}
