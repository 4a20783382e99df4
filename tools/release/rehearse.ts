// Rehearses a release in a copy of the working tree with its own registry: from a change to its published version, to a project that
// installs it. Changes nothing outside one temporary folder and contacts no other registry. Needs a build.
import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packedPackages } from '../packed-packages.ts';
import { publishedPackages } from '../published-packages.ts';
import { checkVersions, readVersions } from './check-versions.ts';
import { installedDependencies, packInstalled } from './installed-packages.ts';
import { startLoopbackRegistry } from './loopback-registry.ts';
import { breakingBump, findRaised } from './raise-dependents.ts';
import { findReleaseProblems } from './release-problems.ts';
import { runApart } from './run-apart.ts';
import { addChangeset, makeScratchCheckout, removeChangesets } from './scratch-checkout.ts';
import { useInFreshProject } from './use-in-fresh-project.ts';

const LIFETIME_MS = 300_000;
const TOKEN = 'only-for-the-rehearsal';
const CHANGED = '@palimpsest/core-types';
const SENTENCE = 'Says that it was rehearsed.';

const root = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'rehearsal-'));
const checkout = join(folder, 'checkout');
const changed = join(checkout, 'packages/core-types');

const packages = publishedPackages();
const names = packages.map(({ manifest }) => manifest.name);
const manifests = packages.map(({ manifest }) => manifest);
const bump = breakingBump(manifests.find(({ name }) => name === CHANGED)!.version);
const dependents = new Set(findRaised(manifests, [new Map([[CHANGED, bump]])]).keys());
/** Packages to which the rehearsed change gives a new version. Of all others, the registry has no version before. */
const given = new Set([CHANGED, ...dependents]);
const packed = packedPackages();
const outside = installedDependencies(packages.map((one) => one.folder));
const registry = await startLoopbackRegistry({
  token: TOKEN,
  lifetimeMs: LIFETIME_MS,
  given: (name) =>
    given.has(name)
      ? [packed.get(name)!]
      : [...(outside.get(name) ?? [])].map((installed) =>
          packInstalled(installed, mkdtempSync(join(folder, 'packed-'))),
        ),
});
const run = runApart(join(folder, 'home'), registry.url, TOKEN);
const node = (script: string, args: readonly string[], cwd: string): Promise<string> =>
  run(process.execPath, [join(root, 'node_modules', script), ...args], cwd);
const changeset = (command: string): Promise<string> =>
  node('@changesets/cli/bin.js', [command], checkout);
const prepareVersions = (): Promise<string> =>
  run(process.execPath, ['tools/release/prepare-versions.ts'], checkout);

async function commit(message: string): Promise<void> {
  await run('git', ['add', '--all'], checkout);
  await run('git', ['commit', '--quiet', '--allow-empty', '--message', message], checkout);
}

/** Publishes and tags the packages that the registry does not have yet, and asserts that these are the expected ones. */
async function publish(expected: readonly string[]): Promise<void> {
  const before = registry.published.length;
  await changeset('publish');
  assert.deepEqual(registry.published.slice(before).toSorted(), expected.toSorted());
  const tags = await run('git', ['tag', '--points-at', 'HEAD'], checkout);
  assert.deepEqual(tags.split('\n').filter(Boolean).toSorted(), expected.toSorted());
}

function say(what: string): void {
  console.log(`${(performance.now() / 1000).toFixed(1)} s: ${what}`);
}

try {
  await makeScratchCheckout(root, checkout, run);
  for (const key of ['registry', '@palimpsest:registry']) {
    const configured = await run('pnpm', ['config', 'get', key], checkout);
    assert.equal(configured.trim(), registry.url, `pnpm would publish to another ${key}`);
  }
  await prepareVersions();
  removeChangesets(checkout);
  const copies = packages.map((one) => ({
    ...one,
    folder: join(checkout, 'packages', one.name),
  }));
  assert.deepEqual(findReleaseProblems(checkout, copies), []);
  await commit('Nothing waits for a release');
  const before = readVersions(checkout);
  const absent = names.filter((name) => !given.has(name));
  assert.ok(
    absent.length > 0,
    'every package depends on the changed one: none is published for the first time',
  );
  await publish(absent.map((name) => `${name}@${before.get(name)!}`));
  say(`${absent.length} new packages published and tagged, ${given.size} known ones left alone`);

  appendFileSync(
    join(changed, 'src/index.ts'),
    `export const REHEARSED: string = '${SENTENCE}';\n`,
  );
  addChangeset(checkout, CHANGED, bump, SENTENCE);
  await commit('Change what everything depends on');
  await prepareVersions();
  await changeset('version');
  const after = readVersions(checkout);
  const released = checkVersions({
    checkout,
    packages,
    changed: CHANGED,
    sentence: SENTENCE,
    dependents,
    before,
    after,
  });
  say(`a breaking change in ${CHANGED} bumped ${released.length} packages, with a changelog each`);

  await node('typescript/bin/tsc', ['-p', 'tsconfig.build.json'], changed);
  await commit('Release');
  await publish(released);
  say(`${released.length} packages published and tagged`);

  await useInFreshProject({
    folder: join(folder, 'project'),
    names,
    versions: after,
    sentence: SENTENCE,
    run,
  });
  say('a fresh project installed everything, ran it, and has the change');

  const published = registry.published.length;
  await changeset('publish');
  assert.equal(registry.published.length, published);
  say('publishing once more published nothing');
} finally {
  await registry.close();
  rmSync(folder, { recursive: true, force: true });
}
