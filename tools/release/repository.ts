import { readFileSync } from 'node:fs';

/** Stands for the owner in the root manifest until the repository has an address. No account can have this name. */
const UNKNOWN_OWNER = 'REPOSITORY_OWNER';

export interface RepositoryFields {
  readonly homepage: string;
  readonly bugs: string;
  readonly repository: {
    readonly type: 'git';
    readonly url: string;
    readonly directory: string;
  };
}

/** Returns the web address of the repository. The root manifest has it; every other manifest repeats it. */
export function readRepositoryAddress(): string {
  const path = new URL('../../package.json', import.meta.url);
  const { homepage } = JSON.parse(readFileSync(path, 'utf8')) as { readonly homepage: string };
  return homepage;
}

/** Returns the fields of the manifest of `packages/NAME` that name the repository. A registry requires them for provenance. */
export function formatRepositoryFields(address: string, name: string): RepositoryFields {
  return {
    homepage: `${address}/tree/main/packages/${name}#readme`,
    bugs: `${address}/issues`,
    repository: { type: 'git', url: `git+${address}.git`, directory: `packages/${name}` },
  };
}

/**
 * Returns why the registry would refuse the provenance of a release, `undefined` if nothing is known against it. `built` is the address of the
 * repository that the release is built from, where the machine knows it.
 */
export function findAddressProblem(address: string, built: string | undefined): string | undefined {
  if (address.includes(UNKNOWN_OWNER)) {
    return `package.json: expected the address of the repository in "homepage", got the placeholder ${address}. Run pnpm set-repository https://github.com/OWNER/NAME, and commit.`;
  }
  if (built !== undefined && built !== address) {
    return `package.json: expected ${built} in "homepage", the repository that this release is built from, got ${address}. Run pnpm set-repository ${built}, and commit.`;
  }
  return undefined;
}
