import { classifyText } from '@palimpsest/summarizer/classify';
import { expect, test } from 'vitest';

const isCommand = (text: string) => classifyText(text).reasons.includes('shell_command');

/** Programs, grouped by one known argument; `-` groups programs that accept any argument. */
const PROGRAMS: Readonly<Record<string, string>> = {
  status: 'git',
  install: 'npm pnpm yarn bun pip apt brew dnf yum apk poetry uv gem composer cargo go dotnet helm',
  build: 'docker podman',
  get: 'kubectl',
  apply: 'terraform',
  restart: 'systemctl',
  'https://example.org': 'curl wget',
  '-': 'npx sudo ssh scp rsync chmod chown mkdir rm cp mv ls cd tar grep sed awk find cat head tail sort echo export source make node python ruby psql mysql aws gcloud az',
};

const BY_PROGRAM = Object.entries(PROGRAMS).flatMap(([task, names]) =>
  names.split(' ').map((name) => ({ name, task })),
);

test.each(BY_PROGRAM)(
  '$name with an option, a pipe or `&&` is a command in any line',
  ({ name }) => {
    expect(isCommand(`and then\n${name} one -f`)).toBe(true);
    expect(isCommand(`and then\n${name} one --all`)).toBe(true);
    expect(isCommand(`and then\n${name} one | two`)).toBe(true);
    expect(isCommand(`and then\n${name} one && two`)).toBe(true);
    expect(isCommand(`and then\n${name} one two`)).toBe(false);
    expect(isCommand(`and then\n${name}x one -f`)).toBe(false);
  },
);

test.each(BY_PROGRAM)(
  'without an option, $name is a command only with a known argument: $task',
  ({ name, task }) => {
    expect(isCommand(`${name} ${task} it`)).toBe(task !== '-');
    expect(isCommand(`${name} waits here`)).toBe(false);
    expect(isCommand(`${name} was here`)).toBe(false);
    expect(isCommand(`${name} (waits) here`)).toBe(false);
    expect(isCommand(`${name} -`)).toBe(false);
  },
);

test.each(
  'add am bisect blame branch checkout cherry clone commit diff fetch init log merge pull push rebase remote reset restore revert show stash status switch tag'.split(
    ' ',
  ),
)('git %s is a command', (task) => {
  expect(isCommand(`git ${task} it`)).toBe(true);
  expect(isCommand(`git ${task}x it`)).toBe(false);
});

test.each([
  ['$ ls', true],
  ['$ ls -l', true],
  ['  $ ls', true],
  ['$ 5', false],
  ['$ Ls', false],
  ['$ls', false],
  ['$\tls', false],
  ['a $ ls', false],
  ['ls', false],
  ['Git push one', false],
  ['git-push -f', false],
  ['git\tpush one', true],
  ['git push one.', false],
  ['git push one,', false],
  ['git push one:', false],
  ['git push one!', false],
  ['git log -p,', false],
  ['git log -p:', false],
  ['cat one & two', false],
  ['cat one + two', false],
  ['cat one&&two', true],
  ['- $ ls', false],
  ['git push a b c', true],
  ['git push a b c d', false],
  ['git  push a', false],
  ['the shop,\ngit push one', false],
  ['the shop:\ngit push one', true],
  ['the shop:  \ngit push one', true],
  ['the shop\n \ngit push one', true],
  ['$ ls\ngit push one', true],
  ['git push one\ngit pull one\nand then\ngit push one two', true],
  ['and then\ngit push one\ngit pull one', false],
  ['$ ls\n- one\ngit push one', true],
])('decides whether a text contains a command: %j', (text, expected) => {
  expect(isCommand(text)).toBe(expected);
});

test('a command without an option can follow another command, but not other text', () => {
  expect(isCommand('ls -l\ngit push one')).toBe(true);
  expect(isCommand('a word\ngit push one')).toBe(false);
});
