import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from './run-apart.ts';

export interface FreshProject {
  /** Folder to create. */
  readonly folder: string;
  /** Packages to install. */
  readonly names: readonly string[];
  /** Expected versions, by package name. */
  readonly versions: ReadonlyMap<string, string>;
  /** Text that the changed package must export. */
  readonly sentence: string;
  readonly run: Run;
}

const PROGRAM = `
import { createPalimpsest } from 'palimpsest';
import { REHEARSED } from '@palimpsest/core-types';

const messages = [{ role: 'user', content: 'Fix it' }];
for (let i = 0; i < 20; i += 1) {
  messages.push({ role: 'assistant', content: 'What I did: ' + 'a word '.repeat(200) + i });
  messages.push({ role: 'user', content: 'Go on with ' + i });
}
const { report } = await createPalimpsest().compress(messages, { targetRatio: 0.5 });
console.log(JSON.stringify({ kind: report.kind, said: REHEARSED }));
`;

/** Installs packages in an empty project, compares them with the published ones, and uses them from a program and on the command line. */
export async function useInFreshProject(project: FreshProject): Promise<void> {
  const { folder, names, versions, sentence, run } = project;
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}\n');
  // Without peers: the registry does not have the frameworks of the adapters.
  await run('npm', ['install', '--loglevel=error', '--legacy-peer-deps', ...names], folder);
  for (const name of names) checkInstalled(folder, name, versions.get(name)!);

  writeFileSync(join(folder, 'use.js'), PROGRAM);
  const used = JSON.parse(await run(process.execPath, ['use.js'], folder)) as object;
  assert.deepEqual(used, { kind: 'applied', said: sentence });

  const command = join(folder, 'node_modules/.bin/palimpsest');
  const printed = await run(command, ['--version'], folder);
  assert.ok(printed.includes(versions.get('@palimpsest/cli')!), `--version printed ${printed}`);
}

function checkInstalled(project: string, name: string, version: string): void {
  const folder = join(project, 'node_modules', name);
  const text = readFileSync(join(folder, 'package.json'), 'utf8');
  const manifest = JSON.parse(text) as {
    readonly version: string;
    readonly exports: { readonly '.': { readonly types: string; readonly default: string } };
  };
  const { types, default: entry } = manifest.exports['.'];
  assert.equal(manifest.version, version, `${name} came in another version`);
  assert.ok(!text.includes('"workspace:'), `${name} was published with a workspace range`);
  for (const file of ['LICENSE', 'README.md', entry, types]) {
    assert.ok(existsSync(join(folder, file)), `${name} was published without ${file}`);
  }
  const own = join(folder, 'node_modules');
  for (const other of ['palimpsest', '@palimpsest']) {
    assert.ok(!existsSync(join(own, other)), `${name} brought a second copy of ${other}`);
  }
}
