// Says why the working tree cannot be published, in which case it fails. `pnpm release` runs it first.
import { publishedPackages } from '../published-packages.ts';
import { findReleaseProblems } from './release-problems.ts';
import { findAddressProblem, readRepositoryAddress } from './repository.ts';

const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
const built = repository === undefined ? undefined : `${server}/${repository}`;
const problems = findReleaseProblems(process.cwd(), publishedPackages());
const wrongAddress = findAddressProblem(readRepositoryAddress(), built);
if (wrongAddress !== undefined) problems.push(wrongAddress);
if (problems.length > 0) {
  console.error([...problems, 'Run pnpm version-packages first: docs/releases.md'].join('\n'));
  process.exitCode = 1;
}
