import { anthropic } from '@palimpsest/formats/anthropic';
import { pi, type PiMessage } from '@palimpsest/formats/pi';
import { createCompactor, isRecordText, recordText, splitCompaction } from '@palimpsest/host';
import { expect, test } from 'vitest';

const linesOf = (file: number): string =>
  Array.from({ length: 80 }, (_, line) => `line ${line} of file ${file}`).join('\n');

const given: readonly PiMessage[] = [
  { role: 'user', content: 'Read every file. Never touch c.txt.' },
  ...[1, 2, 3, 4, 5, 6].flatMap((file): PiMessage[] => [
    {
      role: 'assistant',
      content: [
        { type: 'toolCall', id: `t${file}`, name: 'bash', arguments: { command: `cat ${file}` } },
      ],
    },
    {
      role: 'toolResult',
      toolCallId: `t${file}`,
      toolName: 'bash',
      content: [{ type: 'text', text: linesOf(file) }],
      isError: false,
    },
  ]),
];

async function split(rules: { keep: string[]; drop: string[] }) {
  const compactor = createCompactor({ codec: pi });
  const { messages } = await compactor.compact(given, { targetTokens: 1_500, rules });
  return splitCompaction(given, messages);
}

test('a compaction is a record, and the messages from one on', async () => {
  const { text, tailStart, changed } = await split({ keep: [], drop: [] });
  expect(isRecordText(text!)).toBe(true);
  expect(text).toContain('\nThe user wrote:\nRead every file. Never touch c.txt.\n');
  expect(given[tailStart]!.role).toBe('assistant');
  expect(tailStart).toBeGreaterThan(2);
  expect(changed.size).toBe(0);
});

test('what a rule keeps among old messages stands whole in the record, in its order', async () => {
  const { text } = await split({ keep: ['line 3 of file 2'], drop: [] });
  expect(isRecordText(text!)).toBe(true);
  expect(text).toContain(`• Ran \`cat 2\`:\n${linesOf(2)}\n`);
  expect(text!.indexOf('file 2')).toBeGreaterThan(text!.indexOf('Never touch c.txt.'));
});

test('a result in the tail that a rule drops is changed alone', async () => {
  const { tailStart, changed } = await split({ keep: [], drop: ['/line 3 of file 6/'] });
  expect([...changed.keys()]).toEqual([12]);
  expect(tailStart).toBeLessThan(12);
  expect(JSON.stringify(changed.get(12))).not.toContain('line 3 of file 6');
});

test('messages that all stay give no record', () => {
  expect(splitCompaction(given, given)).toEqual({
    text: undefined,
    tailStart: 0,
    changed: new Map(),
  });
});

test('a record of a history says who said what, and how it ended, in no form of a call', () => {
  const history = anthropic.decode([
    { role: 'user', content: 'Read a.txt.' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 's' },
        { type: 'tool_use', id: 'a', name: 'bash', input: { command: 'cat a.txt' } },
        { type: 'tool_use', id: 'b', name: 'bash', input: { command: 'cat b.txt' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: 'aaa' },
        { type: 'tool_result', tool_use_id: 'b', content: 'No such file', is_error: true },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aaaa' } },
      ],
    },
    { role: 'assistant', content: 'b.txt is missing.' },
  ]);
  const text = recordText(history);
  expect(text.split('\n\n').slice(1)).toEqual([
    'The user wrote:\nRead a.txt.',
    '<log>\n• Ran `cat a.txt`:\naaa\n• Ran `cat b.txt`, failed:\nNo such file\n</log>',
    'The user wrote:\n[image/png, 3 bytes]',
    '<log>\n• Said:\nb.txt is missing.\n</log>',
  ]);
  // It is read back, and a record stays what it is.
  expect(recordText([{ speaker: 'human', blocks: [{ type: 'text', text }] }])).toBe(text);
});
