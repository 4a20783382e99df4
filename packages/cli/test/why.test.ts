import { formatMarkerLegend } from '@palimpsest/core-types';
import type { Why } from '@palimpsest/report';
import { expect, test } from 'vitest';
import { createCommand } from './command.ts';
import { jsonLines, small } from './sessions.ts';

const { run } = createCommand();

function call(id: string, parameters: object, content: string): object[] {
  const parts = { name: 'read_file', arguments: JSON.stringify(parameters) };
  return [
    { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: parts }] },
    { role: 'tool', tool_call_id: id, content },
  ];
}

const filler = (name: string, lines: number): string =>
  Array.from({ length: lines }, (_, line) => `const ${name}${line} = ${line};\n`).join('');

const messages = [
  { role: 'system', content: 'You are careful.' },
  { role: 'user', content: 'Where is the delay set?' },
  ...call(
    '1',
    { path: 'src/a.ts' },
    `${filler('a', 17)}  let retryDelay\u{1B}[31m = 250;\n${filler('b', 21)}end`,
  ),
  ...call('2', { path: 'src/b.ts' }, `${filler('c', 39)}wait(retryDelay);`),
  ...call('3', { path: 'src/c.ts' }, filler('d', 40)),
  { role: 'assistant', content: 'I will look at that again.' },
  ...call('4', { path: 'src/d.ts' }, 'export {};'),
];
const stdin = JSON.stringify(messages);
const argv = ['inspect', '-', '--why', '--target-tokens', '320'];

test('prints each kept line with its reason, between gap markers', async () => {
  const { code, stdout, stderr } = await run(argv, { stdin });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout.split('\n');
  expect(lines[1]).toMatch(
    /^ {2}standard input · salience · [\d,]+ tokens → [23]\d\d · 11 entries$/,
  );
  expect(lines.slice(4, 6)).toEqual([
    '  █ highest  ▆ high  ▃ medium  ▁ low',
    '  · fills the remaining space  ◆ always kept',
  ]);
  const head = lines.findIndex((line) => line.startsWith('  #3   tool'));
  expect(lines[head]).toMatch(/^ {2}#3 {3}tool {4}read_file src\/a\.ts {2}\d+ of 40$/);
  const kept = lines.findIndex((line) => line.includes('let retryDelay'));
  expect(lines[kept]).toMatch(/^ {7}[█▆▃▁] {3}let retryDelay\u{FFFD}\[31m = 250;$/u);
  expect(lines[kept + 1]).toMatch(/^ {9}\S.* — (?:named|said) by a tool, \d messages ago/);
  expect(stdout).toMatch(/^ {9}retryDelay — named by a tool, 6 messages ago/m);
  expect(lines.at(-3)).toMatch(/^ {2}#\d+-10 {2}the newest \d entries stay whole$/);
});

const gapLine = (lines: number): string[] => (lines > 0 ? [`…${lines}`] : []);

test('shows the same lines that compress keeps', async () => {
  const json = await run([...argv, '--json'], { stdin });
  const { reducible, tokensAfter } = JSON.parse(json.stdout) as Why;
  const made = await run(['compress', '-', '-t', '320', '--report', 'json'], { stdin });
  expect(JSON.parse(made.stderr)).toMatchObject({ tokensAfter });
  // One marker is followed by the legend.
  const parts = made.stdout.split(` ${formatMarkerLegend()}`);
  expect(parts).toHaveLength(2);
  const results = new Map(
    (JSON.parse(parts.join('')) as { tool_call_id?: string; content: string }[]).map((message) => [
      message.tool_call_id,
      message.content,
    ]),
  );
  for (const [index, id] of [
    [3, '1'],
    [5, '2'],
  ] as const) {
    const [text] = reducible.find((entry) => entry.index === index)!.texts;
    const shown = text!.lines.flatMap((line) => [...gapLine(line.gap), line.text]);
    expect([...shown, ...gapLine(text!.gap)].join('\n')).toBe(results.get(id));
  }
});

test('returns kept lines and gaps that add up to all lines', async () => {
  const { stdout } = await run([...argv, '--json'], { stdin });
  const why = JSON.parse(stdout) as Why;
  expect(why).toMatchObject({
    id: 'standard input',
    format: 'openai',
    strategy: 'salience',
    entries: 11,
    repairs: 0,
    targetTokens: 320,
  });
  expect(why.tokensAfter).toBeLessThanOrEqual(320);
  const entry = why.reducible.find(({ index }) => index === 3)!;
  expect(entry).toMatchObject({ speaker: 'tool', tool: 'read_file', key: 'src/a.ts', of: 40 });
  expect(entry.kept).toBeGreaterThan(0);
  for (const { texts } of why.reducible) {
    for (const { kept, of, lines, gap } of texts) {
      if (kept === of) continue;
      expect(lines).toHaveLength(kept);
      expect(lines.reduce((sum, line) => sum + line.gap, kept + gap)).toBe(of);
    }
  }
  const lines = why.reducible.flatMap(({ texts }) => texts.flatMap((text) => text.lines));
  const found = lines.find(({ reason: own }) => own?.atom?.text === 'retryDelay');
  expect(found!.reason).toMatchObject({ saidBy: ['tool'], messagesAgo: 6 });
  expect(found!.level).toBeGreaterThan(0);
});

test('prints one line for consecutive entries of which nothing is kept', async () => {
  const many = [
    ...messages.slice(0, 4),
    ...Array.from({ length: 8 }, (_, index) => ({
      role: 'assistant',
      content: `${'and so on '.repeat(30)}${index % 2}`,
    })),
    ...messages.slice(4),
  ];
  const input = JSON.stringify(many);
  const { stdout } = await run(['inspect', '-', '--why', '-t', '200'], { stdin: input });
  expect(stdout).toMatch(/^ {2}#\d+-\d+ {2}\d+ entries: nothing kept/m);
});

test('reports that only the calls of an entry are kept', async () => {
  const spoken = messages.map((message, index) =>
    index === 4 ? { ...message, content: 'and so on '.repeat(60) } : message,
  );
  const input = JSON.stringify(spoken);
  const { stdout } = await run(['inspect', '-', '--why', '-t', '200'], { stdin: input });
  expect(stdout).toMatch(/only calls/);
  const json = await run(['inspect', '-', '--why', '-t', '200', '--json'], { stdin: input });
  const { reducible } = JSON.parse(json.stdout) as Why;
  expect(reducible.find(({ index }) => index === 4)).toMatchObject({ kept: 0, untouched: 1 });
});

test('uses a quarter of the tokens as the default target', async () => {
  const { stdout } = await run(['inspect', '-', '--why', '--json'], { stdin });
  const { tokens, targetTokens } = JSON.parse(stdout) as Why;
  expect(targetTokens).toBe(Math.floor(0.25 * tokens));
  const half = await run(['inspect', '-', '--why', '-r', '0.5', '--json'], { stdin });
  expect((JSON.parse(half.stdout) as Why).targetTokens).toBe(Math.floor(0.5 * tokens));
});

test('colors only on a terminal, and prints the same text elsewhere', async () => {
  const escape = '\u{1B}[';
  const piped = await run(argv, { stdin });
  const colored = await run(argv, { stdin, isTerminal: true });
  const plain = await run(argv, { stdin, isTerminal: true, env: { NO_COLOR: '1' } });
  expect([piped, colored, plain].map(({ stdout }) => stdout.includes(escape))).toEqual([
    false,
    true,
    false,
  ]);
  expect(plain.stdout).toBe(piped.stdout);
  const ascii = await run(argv, { stdin: stdin.replace('\\u001b', ''), env: { LANG: 'C' } });
  expect(ascii.stdout).toMatch(/^[\n -~]*$/);
  expect(ascii.stdout).toContain('retryDelay - named by a tool');
});

test('prints no line longer than the terminal is wide', async () => {
  const long = JSON.stringify(messages).replaceAll(
    'let retryDelay',
    `let ${'wide '.repeat(50)}retryDelay`,
  );
  const { stdout } = await run(['inspect', '-', '--why', '-t', '900'], {
    stdin: long,
    isTerminal: true,
    columns: 60,
    env: { NO_COLOR: '1' },
  });
  expect(stdout).toContain('wide wide');
  for (const line of stdout.split('\n').slice(2))
    expect(Array.from(line).length).toBeLessThanOrEqual(60);
});

test('prints one sentence when nothing would be omitted', async () => {
  const reached = await run(['inspect', '-', '--why', '-t', '100000'], { stdin });
  expect(reached.stdout).toContain('it is under the target of 100,000 tokens');
  const newest = await run(['inspect', '-', '--why', '-t', '1'], {
    stdin: JSON.stringify([{ role: 'user', content: 'Hello there.' }]),
  });
  expect(newest.stdout).toMatch(/there is nothing before the preserved newest\s+messages/);
  const empty = await run(['inspect', '-', '--why'], { stdin: '[]' });
  expect(empty).toMatchObject({ code: 0, stdout: expect.stringContaining('is empty') });
});

test('explains broken input after its repair', async () => {
  const lost = { role: 'tool', tool_call_id: 'nobody', content: 'lost' };
  const { code, stdout } = await run(argv, { stdin: JSON.stringify([...messages, lost]) });
  expect(code).toBe(0);
  expect(stdout).toContain('Positions count entries after 1 repair.');
});

test('explains the named one of several conversations', async () => {
  const several = jsonLines([
    { id: 'first', messages: small },
    { id: 'second', messages },
  ]);
  const all = await run(argv, { stdin: several });
  expect(all.code).toBe(2);
  expect(all.stderr).toContain('several conversations. Choose one with --conversation ID or #');
  const byId = await run([...argv, '-c', 'second'], { stdin: several });
  const byPosition = await run([...argv, '-c', '1'], { stdin: several });
  expect(byId.stdout).toContain('let retryDelay');
  expect(byPosition.stdout).toBe(byId.stdout);
  const missing = await run([...argv, '-c', '2'], { stdin: several });
  expect(missing.stderr).toContain('has no conversation "2"');
});

test.each([
  [['--target-ratio', '0.5'], '--target-ratio needs --why'],
  [['-t', '500'], '--target-tokens needs --why'],
  [
    ['--why', '-t', '500', '-r', '0.5'],
    '--target-tokens, --target-ratio: expected one of them, got both',
  ],
  [
    ['--why', '-r', '1'],
    '--target-ratio: expected a number greater than 0 and less than 1, or 30%, got "1"',
  ],
  [
    ['--why', '-t', 'few'],
    '--target-tokens: expected a whole number of at least 1, such as 20000 or 20k, got "few"',
  ],
])('rejects %j', async (options, message) => {
  const { code, stdout, stderr } = await run(['inspect', '-', ...options], { stdin });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});
