import type { IContent } from '@palimpsest/core-types';

/** Sessions of any length, by name, that have made strategies quadratic. */
export const longSessions: Readonly<Record<string, (turns: number) => IContent[]>> = {
  work: (turns) =>
    Array.from({ length: turns }, (_, turn) => [
      say('human', `Step ${turn}: look at module ${turn % 7} and mend what is broken there.`),
      ...use(turn, 'read_file', { file_path: `src/${turn % 7}.ts` }, listing(turn)),
      ...use(turn, 'write_file', { file_path: `src/${turn % 7}.ts`, content: 'new' }, 'Written.'),
      say('ai', `Step ${turn} is done: module ${turn % 7} compiles again, and its tests pass.`),
    ]).flat(),
  'one task in a single loop': (turns) => [
    say('human', 'Mend every module.'),
    ...Array.from({ length: turns }, (_, turn) =>
      use(turn, 'run_shell_command', { command: `make ${turn}` }, listing(turn)),
    ).flat(),
  ],
  talk: (turns) =>
    Array.from({ length: turns }, (_, turn) => [
      say('human', `Question ${turn}: how does part ${turn} talk to part ${turn + 1}? `.repeat(3)),
      say('ai', `Part ${turn} sends a message, and part ${turn + 1} answers it. `.repeat(5)),
    ]).flat(),
  'the same again and again': (turns) =>
    Array.from({ length: turns }, () => [
      say('human', 'Go on.'),
      ...use(0, 'read_file', { file_path: 'a.ts' }, listing(0)),
    ]).flat(),
  'calls all made at once': (turns) => [
    say('human', 'Read everything.'),
    ...atOnce(
      Array.from({ length: turns }, (_, turn) =>
        use(turn, 'read_file', { file_path: `src/${turn}.ts` }, listing(turn)),
      ),
    ),
    ...Array.from({ length: 3 }, (_, turn) => [
      say('human', `And now, for the ${turn + 1}. time?`),
      say('ai', 'Nothing else is known.'),
    ]).flat(),
  ],
};

function say(speaker: 'human' | 'ai', text: string): IContent {
  return { speaker, blocks: [{ type: 'text', text }] };
}

/** Returns a tool call and its result. Ids repeat if turns repeat. */
function use(turn: number, name: string, parameters: unknown, result: string): IContent[] {
  const id = `${name}-${turn}`;
  return [
    { speaker: 'ai', blocks: [{ type: 'tool_call', id, name, parameters }] },
    { speaker: 'tool', blocks: [{ type: 'tool_response', callId: id, toolName: name, result }] },
  ];
}

/** Returns all calls in one entry and all results in another, as some providers do. */
function atOnce(uses: readonly (readonly IContent[])[]): IContent[] {
  return (['ai', 'tool'] as const).map((speaker, at) => ({
    speaker,
    blocks: uses.flatMap((entries) => entries[at]!.blocks),
  }));
}

function listing(turn: number): string {
  return Array.from({ length: 12 }, (_, line) => `const value_${line} = ${turn + line};`).join(
    '\n',
  );
}
