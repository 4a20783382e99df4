import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { createCommand } from './command.ts';

const { run } = createCommand();

/** Returns what bash completes for the words of a line. */
async function complete(...words: string[]): Promise<readonly string[]> {
  const { stdout: script } = await run(['completion', 'bash']);
  const line = ['palimpsest', ...words].map((word) => `'${word}'`).join(' ');
  const asked = `${script}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length}; _palimpsest; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const printed = execFileSync('bash', ['--norc', '-c', asked], { encoding: 'utf8' });
  return printed.split('\n').filter((word) => word !== '');
}

test('bash completes commands, and the options of a command', async () => {
  expect(await complete('re')).toEqual(['restore', 'recall']);
  expect(await complete('compress', 'session.json', '--target')).toEqual([
    '--target-tokens',
    '--target-ratio',
  ]);
  expect(await complete('proxy', '--dash')).toEqual(['--dashboard', '--dashboard-port']);
  // Files are completed by the shell itself.
  expect(await complete('compress', 'sess')).toEqual([]);
});

test.each(['bash', 'zsh', 'fish'])('the script for %s names every command', async (shell) => {
  const { code, stdout } = await run(['completion', shell]);
  expect(code).toBe(0);
  const { stdout: help } = await run(['--help']);
  const names = [...help.matchAll(/^ +palimpsest ([a-z]+)/gm)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) expect(stdout).toContain(name);
});

test('another shell is refused with the known ones', async () => {
  const { code, stderr } = await run(['completion', 'tcsh']);
  expect(code).toBe(2);
  expect(stderr).toContain('completion: expected one of bash, zsh, fish, got "tcsh".');
});
