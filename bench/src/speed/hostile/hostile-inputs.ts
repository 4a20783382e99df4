import { hostileLines } from './hostile-lines.ts';
import { hostileTexts, ordinaryProse } from './hostile-texts.ts';

/** A text of a quarter of a million characters at one place of a short conversation. */
export interface HostileInput {
  readonly text: string;
  readonly place: string;
  readonly messages: () => readonly object[];
  readonly bytes: number;
}

const LENGTH = 250_000;

/** Where a conversation may have a large text. */
const PLACES: Readonly<Record<string, (text: string) => readonly object[]>> = {
  'user text': (content) => [{ role: 'user', content }],
  'model text': (content) => [{ role: 'assistant', content }],
  result: (content) => [call('run_shell_command', { command: 'pnpm test' }), resultOf(content)],
  argument: (content) => [
    call('write_file', { file_path: 'src/a.ts', content }),
    resultOf('Written.'),
  ],
};

/** Returns all hostile texts at all places, grouped by place: ordinary prose, the reference, is first. */
export function hostileInputs(): readonly HostileInput[] {
  const texts: (readonly [string, string])[] = [
    ['ordinary prose', ordinaryProse().slice(0, LENGTH)],
    ...hostileTexts().map(({ name, text }) => [name, text.slice(0, LENGTH)] as const),
    ...Object.entries(hostileLines(LENGTH)),
    ['short lines, all different', linesOf((at) => `${at}`)],
    ['short sentences, all different', linesOf((at) => `I saw item ${at}.`)],
    ['errors, all different', linesOf((at) => `Error: test ${at} failed`)],
    ['paths, all different', linesOf((at) => `src/module-${at}/file-${at}.ts`)],
    ['rows of JSON', `[${linesOf((at) => `{"id":${at},"name":"n${at}"},`)}0]`],
  ];
  return Object.entries(PLACES).flatMap(([place, at]) =>
    texts.map(([text, content]) => {
      const bytes = Buffer.byteLength(JSON.stringify(between(at(content))));
      return { text, place, messages: () => between(at(content)), bytes };
    }),
  );
}

function linesOf(line: (at: number) => string): string {
  const lines: string[] = [];
  for (let at = 0, length = 0; length < LENGTH; at += 1) {
    lines.push(line(at));
    length += lines[at]!.length + 1;
  }
  return lines.join('\n');
}

/** Returns messages with ordinary ones before and after them. */
function between(messages: readonly object[]): readonly object[] {
  return [{ role: 'system', content: 'You are an agent.' }, ...turns(2), ...messages, ...turns(4)];
}

function turns(count: number): object[] {
  return Array.from({ length: count }, (_, at) => [
    { role: 'user', content: `Go on with step ${at + 1}.` },
    { role: 'assistant', content: 'Here is the next part.' },
  ]).flat();
}

function call(name: string, parameters: object): object {
  const called = { name, arguments: JSON.stringify(parameters) };
  const tool_calls = [{ id: 'call_1', type: 'function', function: called }];
  return { role: 'assistant', content: null, tool_calls };
}

function resultOf(content: string): object {
  return { role: 'tool', tool_call_id: 'call_1', content };
}
