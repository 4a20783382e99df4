import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createCommand } from './command.ts';

const { run } = createCommand();

test('lists the same options in the documentation and in the help', async () => {
  const page = await readFile(new URL('../../../docs/packages/cli.md', import.meta.url), 'utf8');
  for (const name of [
    'compress',
    'restore',
    'recall',
    'inspect',
    'diff',
    'handoff',
    'proxy',
    'run',
    'install',
    'uninstall',
    'doctor',
    'prune',
    'strategies',
  ]) {
    const section = page.split(`## \`palimpsest ${name}`)[1]!.split('\n## ')[0]!;
    const { stdout } = await run([name, '--help']);
    const listed = new Set(stdout.match(/ --[a-z-]+/g)?.map((option) => option.trim()));
    listed.delete('--help');
    const told = new Set(section.match(/`--[a-z-]+/g)?.map((option) => option.slice(1)));
    expect([...told].toSorted()).toEqual([...listed].toSorted());
  }
});
