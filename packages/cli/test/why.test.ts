import type { Why } from '@palimpsest/report';
import { expect, test } from 'vitest';
import { createCommand } from './command.ts';

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
  expect(lines[kept]).toMatch(/^ {7}[█▆▃▁] {3}let retryDelay = 250;$/u);
  expect(lines[kept + 1]).toMatch(/^ {9}\S.* — (?:named|said) by a tool, \d messages ago/);
  expect(stdout).toMatch(/^ {9}retryDelay — named by a tool, 7 messages ago/m);
  expect(lines.at(-3)).toMatch(/^ {2}#\d+-10 {2}the newest \d entries stay whole$/);
});

test('shows the same lines that compress keeps', async () => {
  const json = await run([...argv, '--json'], { stdin });
  const { reducible, tokensAfter } = JSON.parse(json.stdout) as Why;
  const made = await run(['compress', '-', '-t', '320', '--report', 'json'], { stdin });
  expect(JSON.parse(made.stderr)).toMatchObject({ tokensAfter });
  const record = (JSON.parse(made.stdout) as { content: string }[]).find(({ content }) =>
    content.startsWith('Report of the earlier part'),
  )!.content;
  for (const { texts } of reducible) {
    for (const { lines } of texts) for (const line of lines) expect(record).toContain(line.text);
  }
  const [text] = reducible.find((entry) => entry.index === 3)!.texts;
  const shown = text!.lines.flatMap(({ gap, text: line }) => (gap > 0 ? ['…', line] : [line]));
  expect(record).toContain([':', ...shown].join('\n'));
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
  expect(found!.reason).toMatchObject({ saidBy: ['tool'], messagesAgo: 7 });
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
