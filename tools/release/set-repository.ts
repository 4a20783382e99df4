// Writes the web address of the repository into every manifest: pnpm set-repository https://github.com/OWNER/NAME
// Without an argument, it copies the address of the root manifest, for a new package. `pnpm format` then sorts the members.
import { readFileSync, writeFileSync } from 'node:fs';
import { publishedPackages } from '../published-packages.ts';
import { formatRepositoryFields, readRepositoryAddress } from './repository.ts';

const [address = readRepositoryAddress()] = process.argv.slice(2);
if (!/^https:\/\/[^/]+\/[^/]+\/[^/]+$/.test(address) || address.endsWith('.git')) {
  throw new Error(`expected an address such as https://github.com/OWNER/NAME, got ${address}`);
}

/** Sets members of a manifest and keeps all others. */
function setMembers(path: string, members: object): void {
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as object;
  writeFileSync(path, `${JSON.stringify({ ...manifest, ...members }, undefined, 2)}\n`);
}

setMembers('package.json', {
  homepage: address,
  bugs: `${address}/issues`,
  repository: { type: 'git', url: `git+${address}.git` },
});
for (const { name, folder } of publishedPackages()) {
  setMembers(`${folder}/package.json`, formatRepositoryFields(address, name));
}
