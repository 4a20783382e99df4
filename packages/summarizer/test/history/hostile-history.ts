import type { IContent, Todo } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';

/** Places in a history that can contain text from an untrusted source. */
export const PLACES = [
  'human text',
  'ai text',
  'tool result',
  'structured result',
  'tool error',
  'tool arguments',
  'path',
  'command',
  'tool name',
  'caption',
  'file name',
  'media type',
  'code block',
  'todo',
  'todos in words',
  'newest request',
] as const;

export type Place = (typeof PLACES)[number];

export interface Conversation {
  readonly entries: IContent[];
  readonly activeTodos: readonly Todo[] | string;
  /** Index of the first summarized entry (`top`), and of the first entry after them (`bottom`). */
  readonly top: number;
  readonly bottom: number;
}

const TALK = 'We go through the records of the harbour one by one and compare them with the list. ';

/** Returns a conversation with `text` at one place and fixed texts at all others. */
export function conversationWith(place: Place, text: string): Conversation {
  const at = (here: Place, usual: string): string => (here === place ? text : usual);
  const entries = history()
    .system('You help in a harbour.')
    .human(`Compare the records with the list. ${TALK}`)
    .ai(at('ai text', 'I begin with the oldest.'))
    .human(at('human text', 'They are in the folder.'))
    .call('read_file', { path: at('path', 'records/may.txt') })
    .result(at('tool result', 'gate 7 opened at noon'))
    .call('write_file', { path: 'notes.md', content: at('tool arguments', 'Gate 7 is fine.') })
    .result({ written: true, said: [{ text: at('structured result', 'stored') }] })
    .call('run_shell_command', { command: at('command', 'pnpm test') })
    .result('1 failed', at('tool error', 'exit code 1'))
    .call(at('tool name', 'count_gates'), { harbour: 'north' })
    .result(TALK)
    .entry({
      speaker: 'human',
      blocks: [
        media({ caption: at('caption', 'The gate from above') }),
        media({ filename: at('file name', 'gate.png') }),
        media({ mimeType: at('media type', 'application/pdf') }),
      ],
    })
    .entry({ speaker: 'ai', blocks: [{ type: 'code', code: at('code block', 'openGate(7);') }] })
    .human(TALK)
    .ai(TALK)
    .human(at('newest request', 'Now count the gates that are open.'))
    .ai(`I count them. ${TALK}`)
    .ai('One moment.')
    .ai('There are nine.')
    .build();
  const todo = at('todo', 'Count the open gates');
  return {
    entries,
    activeTodos:
      place === 'todos in words'
        ? text
        : [
            { content: 'Read the records', status: 'completed' },
            { content: todo, status: 'in_progress' },
          ],
    top: 1,
    bottom: entries.length - 2,
  };
}

function media(given: {
  readonly caption?: string;
  readonly filename?: string;
  readonly mimeType?: string;
}): IContent['blocks'][number] {
  return { type: 'media', mimeType: 'image/png', data: '', encoding: 'base64', ...given };
}
