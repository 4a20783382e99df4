import { expect, test } from 'vitest';
import { createCommand } from './command.ts';
import { jsonLines, session, small } from './sessions.ts';

const { run } = createCommand();

const stdin = JSON.stringify({ id: 'the-session', messages: session() });

test('writes one JSON object per conversation to stderr, with the documented keys', async () => {
  const lines = jsonLines([{ id: 'a', messages: session() }, { messages: small }]);
  const { stdout, stderr } = await run(['compress', '-', '-t', '4000', '--report', 'json'], {
    stdin: lines,
  });
  expect(stdout.trimEnd().split('\n')).toHaveLength(2);
  const [first, second] = stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const keys = [
    'id',
    'strategy',
    'kind',
    'tokensBefore',
    'tokensAfter',
    'messagesBefore',
    'messagesAfter',
    'targetTokens',
    'firstChangedIndex',
    'dropped',
    'repaired',
    'ms',
  ];
  expect(Object.keys(first!)).toEqual(keys);
  expect(first).toMatchObject({
    id: 'a',
    strategy: 'salience',
    kind: 'applied',
    targetTokens: 4000,
  });
  expect(second).toMatchObject({
    id: 'standard input:2',
    kind: 'noop',
    reason: 'already-under-target',
    tokensBefore: second!['tokensAfter'],
  });
  const noted = await run(
    ['compress', '-', '-t', '400', '-s', 'high-density', '--report', 'json'],
    { stdin },
  );
  const report = JSON.parse(noted.stderr) as Record<string, unknown>;
  expect(Object.keys(report)).toEqual(keys.toSpliced(7, 0, 'notes'));
  expect(report).toMatchObject({ notes: 2 });
});

test('exits with 0 for a missed target, or with 3 with --strict, and writes the result', async () => {
  const argv = ['compress', '-', '-t', '1', '--report', 'json'];
  const lax = await run(argv, { stdin });
  const strict = await run([...argv, '--strict'], { stdin });
  const reached = await run(['compress', '-', '-t', '4000', '--strict'], { stdin });
  expect([lax.code, strict.code, reached.code]).toEqual([0, 3, 0]);
  expect(JSON.parse(strict.stderr)).toHaveProperty('shortfallTokens');
  expect(strict.stdout).toBe(lax.stdout);
  expect(strict.stdout.length).toBeLessThan(stdin.length / 2);
});

test('prints nothing with --report none', async () => {
  const { code, stderr } = await run(['compress', '-', '-t', '1', '--report', 'none'], { stdin });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('reports the changes and the missed target of one conversation', async () => {
  const { stderr } = await run(['compress', '-', '-t', '40'], { stdin });
  expect(stderr).toContain('the-session · openai · salience');
  expect(stderr).toMatch(/tokens +[\d,]+ → [\d,]+ {2}−>?\d+ % {2}█+░+/);
  expect(stderr).toMatch(/messages +27 → \d\n/);
  expect(stderr).toMatch(/target +40 {2}missed by [\d,]+/);
  expect(stderr).toMatch(/the newest \d+ of 27 entries stay unchanged/);
  expect(stderr).toMatch(/^ +changed +12 texts reduced, [\d,]+ lines omitted$/m);
  expect(stderr).toMatch(/unchanged +up to message \d+ of 27/);
  const noted = await run(['compress', '-', '-t', '400', '-s', 'high-density'], { stdin });
  expect(noted.stderr).toMatch(/messages +27 → \d+ {2}2 notes added\n/);
});

test('reports sums of several conversations', async () => {
  const few = jsonLines([
    { id: 'a', messages: session() },
    { id: 'b', messages: small },
  ]);
  const some = await run(['compress', '-', '-t', '4000'], { stdin: few });
  expect(some.stderr).toMatch(/^ +compressed +1 of 2$/m);
  expect(some.stderr).toMatch(/^ +messages +29 → \d+$/m);
  expect(some.stderr.match(/^ +changed /gm)).toHaveLength(1);
  expect(some.stderr).toContain('1: already under the target');
  const noted = await run(['compress', '-', '-t', '400', '-s', 'high-density'], { stdin: few });
  expect(noted.stderr).toMatch(/^ +messages +29 → \d+ {2}2 notes added$/m);

  const many = await run(['compress', '-', '-t', '4000'], { stdin: few.repeat(100) });
  expect(many.stderr).toContain('200 conversations');
  expect(many.stderr.split('\n').length).toBeLessThan(15);
});

test('colors only on a terminal, and never with NO_COLOR', async () => {
  const escape = '\u{1B}[';
  const argv = ['compress', '-', '-t', '500', '--out', '/dev/null'];
  const piped = await run(argv, { stdin });
  const colored = await run(argv, { stdin, isTerminal: true });
  const plain = await run(argv, { stdin, isTerminal: true, env: { NO_COLOR: '1' } });
  const dumb = await run(argv, { stdin, isTerminal: true, env: { TERM: 'dumb' } });
  expect([piped, colored, plain, dumb].map(({ stderr }) => stderr.includes(escape))).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

test('shows on a terminal that one long conversation is read and compressed', async () => {
  let clock = 0;
  const now = (): number => (clock += 500);
  const argv = ['compress', '-', '-r', '0.5', '-o', 'long.json'];
  const long = JSON.stringify(session());
  const { stderr } = await run(argv, { stdin: long, isTerminal: true, now });
  const [, ...shown] = stderr.split('\r\u{1B}[K').map((text) => text.trim());
  expect(shown.slice(0, 2)).toEqual(['reading', 'compressing 27 messages']);
  expect(shown.at(-1)).toContain('target');
  const piped = await run(argv, { stdin: long, now });
  expect(piped.stderr).not.toMatch(/reading|compressing|\r/);
});

test('shows a progress bar on a terminal and removes it at the end', async () => {
  let time = 0;
  const now = (): number => (time += 50);
  const many = jsonLines(Array.from({ length: 50 }, () => ({ messages: small })));
  const argv = ['compress', '-', '--out', '/dev/null'];
  const { stderr } = await run(argv, { stdin: many, isTerminal: true, now });
  expect(stderr).toContain('conversations');
  expect(stderr.lastIndexOf('\r')).toBeLessThan(stderr.indexOf('standard input'));
  const hidden = await run(['compress', '-', '--out', '-'], { stdin: many, isTerminal: true, now });
  expect(hidden.stderr).not.toContain('\r');
});

test('a terminal gets the report only; --out - prints the conversation too', async () => {
  const argv = ['compress', '-', '-t', '500'];
  const shown = await run(argv, { stdin, isTerminal: true });
  expect(shown).toMatchObject({ code: 0, stdout: '' });
  expect(shown.stderr).toContain('--out FILE writes it, --out - prints it');
  const printed = await run([...argv, '--out', '-'], { stdin, isTerminal: true });
  expect(printed.stdout).not.toBe('');
  expect(printed.stderr).not.toContain('not printed');
});

test('prints no line wider than the terminal', async () => {
  for (const columns of [80, 120]) {
    for (const argv of [
      ['compress', '-', '-t', '500', '-o', '/dev/null'],
      ['inspect', '-'],
      ['strategies'],
    ]) {
      const options = { stdin, isTerminal: true, columns, env: { NO_COLOR: '1' } };
      const { stdout, stderr } = await run(argv, options);
      const wide = `${stdout}${stderr}`
        .split('\n')
        .filter((line) => Array.from(line).length > columns);
      expect(wide).toEqual([]);
    }
  }
});

test('removes control characters of the input from the output', async () => {
  const evil = '\u{1B}[2J\u{9B}31m\u{202E}evil\u{7}';
  const messages = [
    { role: 'user', content: evil },
    { role: 'assistant', content: evil },
  ];
  const one = jsonLines([{ id: evil, messages }]);
  for (const [argv, text] of [
    [['compress', '-', '-o', '/dev/null'], one],
    [['inspect', '-'], one + one],
    [['inspect', '-', '-c', '1'], one + one],
  ] as const) {
    const { stdout, stderr } = await run(argv, { stdin: text });
    for (const character of ['\u{1B}', '\u{9B}', '\u{202E}', '\u{7}']) {
      expect(`${stdout}${stderr}`).not.toContain(character);
    }
    expect(`${stdout}${stderr}`).toContain('evil');
  }
});
