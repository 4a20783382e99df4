import { createDice } from './dice.ts';

const WORDS =
  'return value of the request handler when a session has expired const config index parse error result lines test update file path import export function async await string number'.split(
    ' ',
  );

/**
 * Creates an agent session in OpenAI chat format, as JSON: occasional user messages, and between them reads, edits, searches and test runs
 * with outputs as large as in recorded sessions (about 1.7 kB per message).
 */
export function makeTranscript(messageCount: number, seed: number): string {
  const { roll: random, pick } = createDice(seed);
  const words = (count: number): string =>
    Array.from({ length: count }, () => pick(WORDS)).join(' ');
  const lines = (count: number): string =>
    Array.from(
      { length: count },
      (_, at) => `${at + 1}\t${words(4 + Math.floor(random() * 9))}`,
    ).join('\n');
  const messages: unknown[] = [{ role: 'system', content: words(200) }];
  let call = 0;
  while (messages.length < messageCount) {
    if (random() < 0.04) messages.push({ role: 'user', content: words(30) });
    call += 1;
    const id = `call_${call}`;
    const path = `src/module-${Math.floor(random() * 60)}.ts`;
    const [name, parameters, output] = pick([
      ['read_file', { file_path: path }, lines(20 + Math.floor(random() * 120))],
      [
        'replace',
        { file_path: path, old_string: lines(4), new_string: lines(6) },
        'The file was updated.',
      ],
      ['search_file_content', { pattern: pick(WORDS) }, lines(Math.floor(random() * 60))],
      ['run_shell_command', { command: 'pnpm test' }, lines(10 + Math.floor(random() * 60))],
    ] as const);
    const called = {
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(parameters) },
    };
    messages.push({
      role: 'assistant',
      content: random() < 0.4 ? words(25) : null,
      tool_calls: [called],
    });
    messages.push({ role: 'tool', tool_call_id: id, content: output });
  }
  return JSON.stringify(messages);
}
