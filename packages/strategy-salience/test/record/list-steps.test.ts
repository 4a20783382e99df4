import { history } from '@palimpsest/testing';
import { indexExchanges } from '@palimpsest/engine/history';
import { defaultToolTaxonomy } from '@palimpsest/engine/tools';
import { expect, test } from 'vitest';
import { createParseCache, parseHistory } from '../../src/index.ts';
import { listSteps, type Detail } from '../../src/record/list-steps.ts';
import { linesOf } from '../lines-of.ts';

type Call = readonly [name: string, parameters: object, result: string];

/** Returns the sentences for some calls, one a line, each with its number as recall id, if any. */
function listed(calls: readonly Call[], detail: Detail = 'objects', hasIds = true): string {
  const built = history();
  for (const [name, parameters, result] of calls) built.call(name, parameters).result(result);
  const pieces = parseHistory(indexExchanges(built.build()), {
    taxonomy: defaultToolTaxonomy,
    parseCache: createParseCache()(),
  });
  const steps = pieces.flat().flatMap((piece) => (piece.kind === 'step' ? piece : []));
  return listSteps(
    steps.map((step, at) => ({ step, isNamed: false, id: hasIds ? `${at + 1}` : undefined })),
    detail,
    new Map(),
  ).join('\n');
}

const read = (path: string): Call => ['Read', { file_path: path }, linesOf('a', 9)];
const run = (command: string, result: string): Call => ['Bash', { command }, result];
const FAILED = `${linesOf('a', 9)}\nExit code: 1`;

test('names each object once, with how often and how it ended, and the newest recall id', () => {
  expect(
    listed([
      read('a.ts'),
      read('b.ts'),
      read('a.ts'),
      run('make', FAILED),
      run('make', linesOf('b', 9)),
      run('make all', FAILED),
    ]),
  ).toBe(
    'Read a.ts (2 times) #3, b.ts #2\nRan `make` (failed) #4, `make all` (failed) #6: … Exit code: 1\nRan `make` #5',
  );
});

test('counts steps when their objects do not fit', () => {
  const calls = [read('a.ts'), read('b.ts'), run('make', FAILED)];
  expect(listed(calls, 'counts')).toBe('Read 2 files; ran 1 command (failed)');
  expect(listed([...calls, run('cat <<E\nx\nE', linesOf('a', 9))], 'counts')).toBe(
    'Read 2 files; ran 2 commands (1 failed)',
  );
  expect(listed([read('/work'), read('/work/a.ts')], 'counts')).toBe('Looked at 2 paths');
  expect(listed([read('src/gates/a.ts')], 'counts')).toBe('Read src/gates/a.ts');
});

test('says a result of a few words', () => {
  expect(listed([['launch_ferry', { vessel: 'Mara' }, 'ready at gate 4']])).toMatch(
    /^Used launch_ferry .*: ready at gate 4/,
  );
});

test('counts further objects, and shortens long ones', () => {
  const calls = Array.from({ length: 30 }, (_, at) => read(`src/${at}.ts`));
  expect(listed(calls)).toMatch(/src\/11\.ts #12, and 18 more$/);
  expect(listed([run(`echo ${'again '.repeat(20)}`, linesOf('a', 9))])).toMatch(
    /^Ran `echo (?:again ){12}…` #1$/,
  );
  const path = `/src/${'harbour/'.repeat(12)}gate.ts`;
  expect(listed([read(path), run(`git add src/a.ts ${path} src/b.ts`, linesOf('a', 9))])).toBe(
    `Read ${path} #1; ran \`git add src/a.ts ${path} …\` #2`,
  );
  expect(listed([run(`git add ${'src/gate7.ts '.repeat(9)}`, linesOf('a', 9))])).toBe(
    `Ran \`git add ${'src/gate7.ts '.repeat(5)}…\` #1`,
  );
});

test('says nothing of steps that only talk', () => {
  expect(listed([])).toBe('');
});

test('a command says how it ended by the line of its output that does', () => {
  const output = `${linesOf('test', 9)}\n Tests  24 passed (24)\n Duration 3.1s`;
  expect(listed([run('pnpm test', output)])).toBe('Ran `pnpm test` #1: … Tests  24 passed (24)');
  for (const end of ['', '\nfunc openGate() error {', '\n  throw new Error(failed);'])
    expect(listed([run('cat a.ts', linesOf('a', 9) + end)])).toBe('Ran `cat a.ts` #1');
});

test('a search without a result says where it looked', () => {
  for (const pattern of ['openGate', 'openGate|'.repeat(8)]) {
    const search: Call = ['Grep', { pattern, path: 'src' }, 'No matches found'];
    expect(listed([search])).toBe(`Searched for \`${pattern}\` in src #1: No matches found`);
  }
});

test('a result belongs to no other step: it stands in a sentence with the steps that have one', () => {
  const results = [linesOf('a', 9), 'No matches found', linesOf('c', 9), 'No matches found', '1'];
  const calls = results.map((result, at): Call => ['Grep', { pattern: `gate${at}` }, result]);
  expect(listed([read('a.ts'), ...calls, run('git add a.ts', '')])).toBe(
    [
      'Read a.ts #1; searched for `gate0` #2, `gate2` #4',
      'Searched for `gate1` #3, `gate3` #5: No matches found; `gate4` #6: 1',
      'Ran `git add a.ts` #7: no output',
    ].join('\n'),
  );
});

test('a command says where it ran, if most ran elsewhere', () => {
  const long = linesOf('a', 9);
  const calls = [run('make', long), run('make all', long), run('cd /work/other && ls', long)];
  expect(listed(calls)).toBe('Ran `make` #1, `make all` #2, `ls` in /work/other #3');
});

test('a command without output says so', () => {
  const calls = [
    run('git diff', ''),
    run('git show', 'a line that is too long for a list '.repeat(3)),
  ];
  expect(listed(calls)).toBe('Ran `git diff` #1: no output\nRan `git show` #2');
});

test('without recall ids, a command and a search whose output is left out say how long it is', () => {
  const calls: Call[] = [
    run(
      'git stash list',
      'stash@{0}: of main, for the harbour, kept until the next release of all\n',
    ),
    ['Grep', { pattern: 'openGate' }, `\n${linesOf('a', 9)}`],
    read('a.ts'),
    run('make', `${linesOf('a', 9)}\nExit code: 1\n${linesOf('b', 9)}`),
    run('git diff', ''),
  ];
  expect(listed(calls, 'objects', false)).toBe(
    'Ran `git stash list` (1 line), `make` (failed); searched for `openGate` (9 lines); read a.ts\nRan `git diff`: no output',
  );
});

test('a result is said of the whole command, not of its start', () => {
  const command = `git diff main...release -- ${'src/gate.ts '.repeat(6)}a.ts`;
  expect(listed([run(command, '')])).toBe(`Ran \`${command}\` #1: no output`);
  expect(listed([run(command, linesOf('a', 9))])).toMatch(/gate.ts …` #1$/);
});

test('an error stands in a list without its tags, and once', () => {
  const error = '<tool_use_error>Sibling tool call errored</tool_use_error>';
  const calls = ['a.ts', 'b.ts'].map((path): Call => ['Read', { file_path: path }, error]);
  expect(listed(calls)).toBe('Read a.ts (failed) #1, b.ts (failed) #2: Sibling tool call errored');
});

test('the same call with the same result, again and again, is said to be one', () => {
  const result = linesOf('line', 9);
  const same = Array.from({ length: 5 }, (): Call => ['get_details', { id: 'L1002' }, result]);
  const said = '5 times, with the same arguments and result';
  expect(listed(same, 'counts')).toBe(`Used get_details (${said})`);
  expect(listed(same)).toBe(`Used get_details with id L1002 (${said}) #5`);
  const others: Call[] = [
    ['get_details', { id: 'L1003' }, result],
    ['get_details', { id: 'L1002' }, linesOf('other', 9)],
  ];
  for (const other of others)
    expect(listed([...same, other], 'counts')).toBe('Used get_details (6 times)');
});

test('a path is named once in a list', () => {
  const path = '/work/app/src/gate.ts';
  const part: Call = ['Read', { file_path: path, offset: 7, limit: 9 }, linesOf('part', 9)];
  expect(listed([read(path), part, read('a.ts')])).toBe(`Read ${path} (2 times) #2, a.ts #3`);
});
