// Checks the tarball of each published package: its manifest against its files, and its declarations against its modules.
import { execFileSync } from 'node:child_process';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { packedPackages, type PackedPackage } from './packed-packages.ts';

/** Entry points that are not modules, by package. */
const NO_MODULES: Readonly<Record<string, string[]>> = {
  '@palimpsest/report': ['./report.html', './dashboard.html'],
};
/** Resolutions of TypeScript that know no ES modules or no `exports`. The packages have both. */
const UNSUPPORTED = new Set<string>(['node10', 'node16-cjs']);

async function listManifestProblems({ tarball }: PackedPackage): Promise<readonly string[]> {
  const { buffer, byteOffset, length } = tarball;
  const copy = (buffer as ArrayBuffer).slice(byteOffset, byteOffset + length);
  const { messages, pkg } = await publint({ pack: { tarball: copy }, strict: true });
  return messages
    .filter(({ type }) => type === 'error')
    .map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
}

async function listTypeProblems({ manifest, tarball }: PackedPackage): Promise<readonly string[]> {
  const excludeEntrypoints = NO_MODULES[manifest.name] ?? [];
  const analysis = await checkPackage(createPackageFromTarballData(tarball), {
    excludeEntrypoints,
  });
  if (analysis.types === false) return ['no declarations'];
  return analysis.problems
    .filter((problem) => !('resolutionKind' in problem && UNSUPPORTED.has(problem.resolutionKind)))
    .map((problem) => JSON.stringify(problem));
}

/** Lists the built files with side effects that a tarball does not have. A bundler would drop what they do. */
function listMissingFiles({ manifest, path }: PackedPackage): readonly string[] {
  const packed = new Set(execFileSync('tar', ['-tzf', path], { encoding: 'utf8' }).split('\n'));
  return (manifest.sideEffects || [])
    .filter((file) => file.startsWith('./dist/') && !packed.has(`package/${file.slice(2)}`))
    .map((file) => `sideEffects names ${file}, which does not exist`);
}

const problems: string[] = [];
const packages = packedPackages();
for (const [name, packed] of packages) {
  const found = [
    ...(await listManifestProblems(packed)),
    ...(await listTypeProblems(packed)),
    ...listMissingFiles(packed),
  ];
  problems.push(...found.map((problem) => `${name}: ${problem}`));
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
} else console.log(`${packages.size} packages: manifests, files and declarations agree`);
