import type { IContent } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { defaultToolTaxonomy, hasFailed } from '@palimpsest/engine/tools';
import { expect, test } from 'vitest';
import { callsOf, responsesOf } from './compressed.ts';
import { reduced } from './reduced.ts';
import { linesOf } from './lines-of.ts';

const LOG = [
  'Checking the harbour',
  linesOf('check', 40),
  'TypeError: gate.open is not a function',
  linesOf('trace', 40),
  'Exit code: 1',
].join('\n');

function failed(result: unknown, error?: string): IContent[] {
  return history()
    .human('Check it.')
    .call('run_shell_command', { command: 'pnpm check' })
    .result(result, error)
    .ai('Hm.')
    .build();
}

/** Returns the text of the only result, and whether it is still recognized as failed. */
async function reducedOf(before: readonly IContent[]): Promise<{ text: string; failed: boolean }> {
  const after = await reduced(before, { maxTokens: 0 });
  const [response] = responsesOf(after);
  const [call] = callsOf(after);
  const use = defaultToolTaxonomy.describe(call!.name, call!.parameters);
  const { result } = response!;
  return {
    text: typeof result === 'string' ? result : JSON.stringify(result),
    failed: hasFailed(defaultToolTaxonomy, use, response!),
  };
}

test('a result that failed by its text keeps its first line, its first error line and its last line', async () => {
  const { text, failed: isFailed } = await reducedOf(failed(LOG));
  expect(text.split('\n')).toEqual([
    'Checking the harbour',
    '…40',
    'TypeError: gate.open is not a function',
    '…40',
    'Exit code: 1',
  ]);
  expect(isFailed).toBe(true);
});

test.each(['', '\n', '\n\n', ' \n\t\n\n  '])(
  'a result that begins with %j and Error: stays a failure at every size, and a second run keeps it',
  async (lead) => {
    for (const name of ['frob', 'run_shell_command', 'replace', 'mcp__a__b']) {
      const before = history()
        .human('Go.')
        .call(name, { path: 'a.ts' })
        .result(`${lead}Error: ${'the gate of the harbour is closed '.repeat(45)}`)
        .human('And now?')
        .ai('Done.')
        .build();
      const isFailed = (entries: readonly IContent[]): boolean[] =>
        responsesOf(entries).map((block) =>
          hasFailed(defaultToolTaxonomy, defaultToolTaxonomy.describe(name, {}), block),
        );
      expect(isFailed(before)).toEqual([true]);
      for (const ratio of [0.9, 0.7, 0.5, 0.3, 0.1, 0]) {
        const maxTokens = Math.floor(ratio * 500);
        const once = await reduced(before, { maxTokens });
        expect(isFailed(once)).toEqual([true]);
        expect(await reduced(once, { maxTokens })).toEqual(once);
      }
    }
  },
);

test('a failed result keeps its last line in place, even if an earlier line is equal', async () => {
  const { text } = await reducedOf(failed(`Exit code: 1\n${linesOf('check', 40)}\nExit code: 1`));
  expect(text.split('\n')).toEqual(['Exit code: 1', '…40', 'Exit code: 1']);
});

test('a result with a failure flag keeps its flag and its error', async () => {
  const before = failed(LOG, 'The shell was killed.');
  const after = await reduced(before, { maxTokens: 0 });
  expect(responsesOf(after)[0]!.error).toBe('The shell was killed.');
  const flagged = before.map((entry) => ({
    ...entry,
    blocks: entry.blocks.map((block) => {
      if (block.type !== 'tool_response') return block;
      const { error: _error, ...response } = block;
      return { ...response, isError: true };
    }),
  }));
  const [response] = responsesOf(await reduced(flagged, { maxTokens: 0 }));
  expect(response!.isError).toBe(true);
  expect(response!.result).toContain('TypeError: gate.open is not a function');
});

test.each([LOG, '', 'no', undefined])(
  'a very long error keeps its beginning, whatever the result is: %j',
  async (result) => {
    const error = `EPERM: ${'nobody may enter this hall, '.repeat(60)}`;
    const [response] = responsesOf(await reduced(failed(result, error), { maxTokens: 0 }));
    expect(response!.error).toBe(`${error.slice(0, 500)}…`);
  },
);

test('a successful result may be omitted completely', async () => {
  const { text } = await reducedOf(failed(linesOf('check', 60)));
  expect(text).toBe('…60');
});

test('a second compression does not change a failed list of values', async () => {
  const places = ['two\nlines', undefined, 'say "hi"'].map((text) => ({ path: 'src/a.ts', text }));
  const before = failed(JSON.parse(JSON.stringify(places)), 'ENOENT');
  const after = await reduced(before, { maxTokens: 0 });
  expect(await reduced(after, { maxTokens: 0 })).toEqual(after);
});

/** Outputs whose failing line is neither first nor last: Gemini CLI prints the exit code after the output, Codex before it. */
const TELLING = [
  ['Command: make', linesOf('check', 60), 'Error: (none)', 'Exit Code: 2', 'PGID: 412'],
  ['Chunk ID: 1a', 'Process exited with code 1', 'Output:', linesOf('check', 60)],
  ['make: Error: x', linesOf('check', 30), 'sh: 1: jest: not found', linesOf('check', 30)],
];

test.each(TELLING)(
  'keeps the line by which a command is recognized as failed (%s)',
  async (...said: readonly string[]) => {
    const before = failed(said.join('\n'));
    const { failed: isFailed } = await reducedOf(before);
    expect(isFailed).toBe(true);
    const after = await reduced(before, { maxTokens: 0 });
    expect(await reduced(after, { maxTokens: 0 })).toEqual(after);
  },
);

test.each([
  ['run_shell_command', 'Exit code 1', 'exit code 0'],
  ['replace', 'Failed to edit, 0 occurrences found', 'end'],
  ['ask', 'Traceback (most recent call last):', 'ValueError: no'],
])('a failure of %s is still recognized after a recall id', async (name, first, last) => {
  const text = [first, linesOf('line', 60), last].join('\n');
  const before = history().human('Check it.').call(name).result(text).ai('Hm.').build();
  const options = { maxTokens: 0, originalId: () => 'abcdef01' };
  const after = await reduced(before, options);
  const { result } = responsesOf(after)[0]!;
  expect(result).toContain(`#abcdef01\n${first}\n`);
  expect(await reduced(after, options)).toEqual(after);
});

test('a coloured test run keeps the lines that a plain one keeps, without colours', async () => {
  const closing = [
    '\u001b[31mFAILED\u001b[0m a.py::\u001b[1mtest_open\u001b[0m - assert 3 == 4',
    '\u001b[31m== \u001b[1m1 failed\u001b[0m, \u001b[32m12 passed\u001b[0m\u001b[31m ==\u001b[0m',
    '\u001b[0m',
  ];
  const before = history()
    .human('Check it.')
    .call('run_shell_command', { command: 'pytest --color=yes' })
    .result([linesOf('check', 40), ...closing].join('\n'))
    .ai('Hm.')
    .build();
  const { text, failed: isFailed } = await reducedOf(before);
  for (const line of ['FAILED a.py::test_open - assert 3 == 4', '== 1 failed, 12 passed ==']) {
    expect(text.split('\n')).toContain(line);
  }
  expect(isFailed).toBe(true);
});
