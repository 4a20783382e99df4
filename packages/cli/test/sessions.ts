/** Creates OpenAI messages: a task, and reads of large files. */
export function session(reads = 12, size = 400): unknown[] {
  const messages: unknown[] = [
    { role: 'system', content: 'You are careful.' },
    { role: 'user', content: 'Make the tests pass — naïvely, 日本語, 🙂.' },
  ];
  for (let index = 0; index < reads; index += 1) {
    const id = `call-${index}`;
    const call = { name: 'read_file', arguments: JSON.stringify({ path: `src/file-${index}.ts` }) };
    messages.push(
      { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: call }] },
      { role: 'tool', tool_call_id: id, content: `line ${index}\n`.repeat(size) },
    );
  }
  messages.push({ role: 'assistant', content: 'All tests pass now.' });
  return messages;
}

/** A conversation smaller than the targets in these tests. */
export const small: unknown[] = [
  { role: 'user', content: 'Hello' },
  { role: 'assistant', content: 'Hello to you.' },
];

/** Creates records of a Claude Code session: a task, reads, an answer, and a record that is not a message. */
export function log(reads = 12): object[] {
  const sessionId = 'session-1';
  let parentUuid: string | null = null;
  const records: object[] = [{ type: 'summary', summary: 'Earlier', leafUuid: 'x' }];
  const add = (type: 'user' | 'assistant', message: object): void => {
    const uuid = `uuid-${records.length}`;
    records.push({ parentUuid, sessionId, isSidechain: false, uuid, type, message });
    parentUuid = uuid;
  };
  add('user', { role: 'user', content: 'Tidy up, please.' });
  for (let index = 0; index < reads; index += 1) {
    const id = `toolu_${index}`;
    const input = { file_path: `/src/${index}.ts` };
    const content = [{ type: 'tool_use', id, name: 'Read', input }];
    add('assistant', { id: `msg_${index}`, role: 'assistant', content });
    const result = { type: 'tool_result', tool_use_id: id, content: `line ${index}\n`.repeat(400) };
    add('user', { role: 'user', content: [result] });
  }
  add('assistant', { id: 'msg_z', role: 'assistant', content: [{ type: 'text', text: 'Done.' }] });
  return records;
}

export function jsonLines(values: readonly unknown[], ending = '\n'): string {
  return values.map((value) => JSON.stringify(value) + ending).join('');
}
