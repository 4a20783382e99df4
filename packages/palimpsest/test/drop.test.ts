import { compress, memoryOriginals, openOriginals } from '../src/index.ts';
import { expect, test } from 'vitest';

const lines = (name: string): string =>
  Array.from({ length: 40 }, (_, line) => `${name} ${line}: value_${line * 7919}`).join('\n');

/** A session that lists a folder and reads a file, in turn. */
function session(): object[] {
  const messages: object[] = [{ role: 'user', content: 'Read the files.' }];
  for (let at = 0; at < 10; at += 1) {
    for (const name of ['list_directory', 'read_file']) {
      const id = `${name}_${at}`;
      const call = { name, arguments: JSON.stringify({ path: `src/${at}.ts` }) };
      messages.push(
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id, type: 'function', function: call }],
        },
        { role: 'tool', tool_call_id: id, content: lines(id) },
      );
    }
  }
  return messages;
}

const DROP = { 'compression.drop': 'tool:list_directory' };
const textsOf = (messages: readonly unknown[], name: string): string[] =>
  messages.flatMap((message) => {
    const { content, tool_call_id: id = '' } = message as {
      content: string;
      tool_call_id?: string;
    };
    return id.startsWith(name) ? [content] : [];
  });

test('results that compression.drop names become one line, and the others stay if that is enough', async () => {
  const messages = session();
  const originals = await openOriginals(memoryOriginals(), { session: 'drop' });
  const options = { targetRatio: 0.7, settings: DROP, originals };
  const { messages: shorter, report } = await compress(messages, options);
  for (const text of textsOf(shorter, 'list_directory')) {
    expect(text).toMatch(/^#[\da-f]{8}\n[^\n]*$/);
  }
  expect(textsOf(shorter, 'read_file')).toEqual(textsOf(messages, 'read_file'));
  expect(report.kind).toBe('applied');
  expect(report.tokensAfter).toBeLessThanOrEqual(0.7 * report.tokensBefore);
  expect((await originals.restore(shorter)).messages).toEqual(messages);
  const { targetTokens } = report;
  const again = await compress(shorter, { targetTokens, settings: DROP, originals });
  expect(again.messages).toEqual(shorter);
});

test('results that compression.drop names go first where more must go', async () => {
  const { messages: shorter } = await compress(session(), { targetRatio: 0.3, settings: DROP });
  for (const text of textsOf(shorter, 'list_directory')) expect(text).not.toContain('\n');
  expect(textsOf(shorter, 'read_file').some((text) => text.includes('\n'))).toBe(true);
});

test('compression.drop changes nothing under the target, nor what compression.keep names', async () => {
  const messages = session();
  const fits = await compress(messages, { targetTokens: 1_000_000, settings: DROP });
  expect(fits.messages).toEqual(messages);
  const settings = { ...DROP, 'compression.keep': 'list_directory_3 12' };
  const { messages: shorter } = await compress(messages, { targetRatio: 0.7, settings });
  const [kept] = textsOf(messages, 'list_directory_3');
  expect(textsOf(shorter, 'list_directory_3')).toEqual([kept]);
});
