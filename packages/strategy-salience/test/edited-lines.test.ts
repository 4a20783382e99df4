import type { IContent } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compressed, recordOf } from './compressed.ts';

const OLD = 'const ignoredPaths = [tmpFolder, settingsFile];';
const NEW = 'const ignoredPaths = [tmpFolder, settingsFile, logsFolder];';
/** Plain words, which score lower than names. */
const plain = (word: string): string =>
  Array.from({ length: 20 }, (_, at) => `it is ${word} ${'and done '.repeat(at + 3)}`).join('\n');
const file = (line: string): string => `${plain('before')}\n${line}\n${plain('behind')}`;

interface Edit {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly outcome?: string;
}

/** A file that is read, edited and read again. */
function session(edits: readonly Edit[], after: string): readonly IContent[] {
  const said = history()
    .human('Ignore the logs.')
    .call('read_file', { file_path: 'setup.ts' })
    .result(file(OLD));
  for (const { parameters, outcome = 'The file setup.ts has been updated.' } of edits)
    said.call('edit', { file_path: 'setup.ts', ...parameters }).result(outcome);
  return said
    .call('read_file', { file_path: 'setup.ts' })
    .result(file(after))
    .human('And now?')
    .ai('Done.')
    .build();
}

/** Long enough that the call keeps neither text. */
const BEFORE = `${plain('around')}\n${OLD}`;
const AFTER = `${plain('around')}\n${NEW}`;
const REPLACE = { old_string: BEFORE, new_string: AFTER };

async function resultsOf(edits: readonly Edit[], after = NEW): Promise<string> {
  return recordOf(await compressed(session(edits, after), { ratio: 0.3 }));
}

test.each<[string, Edit['parameters']]>([
  ['old_string', REPLACE],
  ['old_str', { old_str: BEFORE, new_str: AFTER }],
  ['oldString', { oldString: BEFORE, newString: AFTER }],
  ['oldText', { oldText: BEFORE, newText: AFTER }],
  ['a list of edits', { edits: [REPLACE] }],
])('the line that an edit replaced goes before the one in its place: %s', async (_, parameters) => {
  const text = await resultsOf([{ parameters }]);
  expect(text).toContain(NEW);
  expect(text).not.toContain(OLD);
});

test('a line that a later edit wrote again is not out of date', async () => {
  const back = { parameters: { old_string: AFTER, new_string: BEFORE } };
  const text = await resultsOf([{ parameters: REPLACE }, back], OLD);
  expect(text).toContain(OLD);
});

test('an edit that failed replaced nothing', async () => {
  const failed = { parameters: REPLACE, outcome: 'Error: the string to replace was not found.' };
  expect(await resultsOf([failed], OLD)).toContain(OLD);
});

test.each([[{ edits: 7 }], [{ edits: [null, 7, { old_string: 7, new_string: NEW }] }], [null]])(
  'reads no edit in %j',
  async (parameters) => {
    expect(await resultsOf([{ parameters: parameters as Edit['parameters'] }], OLD)).toContain(OLD);
  },
);
