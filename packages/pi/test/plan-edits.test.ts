import type { PiMessage } from '@palimpsest/formats/pi';
import { describe, expect, test } from 'vitest';
import type { ContextEntry } from '../src/pi-types.ts';
import { editablePlaces, planEdits } from '../src/plan-edits.ts';

const messages: PiMessage[] = [
  { role: 'user', content: 'Read a.txt.', timestamp: 1 },
  { role: 'assistant', content: [{ type: 'text', text: 'Reading.' }], timestamp: 2 },
  { role: 'toolResult', toolCallId: 'a', content: [{ type: 'text', text: 'aaa' }], timestamp: 3 },
  { role: 'toolResult', toolCallId: 'b', content: [{ type: 'text', text: 'bbb' }], timestamp: 3 },
  { role: 'user', content: 'Go on.', timestamp: 4 },
];

const places = editablePlaces(messages.map((message, at) => entryOf(`e${at}`, [message])));
const [person, said, first, second, last] = places.map(({ message }) => message) as [
  PiMessage,
  PiMessage,
  PiMessage,
  PiMessage,
  PiMessage,
];

function entryOf(id: string, seen: readonly PiMessage[], type = 'message'): ContextEntry {
  return { sourceEntry: { type, id }, messages: seen };
}

test('only entries with one message of a conversation can be edited', () => {
  const entries = [
    entryOf('a', [messages[0]!]),
    entryOf('b', [messages[1]!], 'compaction'),
    entryOf('c', []),
    entryOf('d', [messages[4]!], 'custom_message'),
  ];
  expect(editablePlaces(entries).map(({ id }) => id)).toEqual(['a', 'd']);
});

describe('edits', () => {
  test('are none for unchanged messages', () => {
    expect(planEdits(places, [person, said, first, second, last])).toEqual([]);
  });

  test('replace the content of changed messages and hide removed ones', () => {
    const short = { ...second, content: [{ type: 'text', text: '…1' }] };
    expect(planEdits(places, [person, first, short, last])).toEqual([
      { type: 'context_edit', targetId: 'e1', replacement: null },
      { type: 'context_edit', targetId: 'e3', replacement: { content: short.content } },
    ]);
  });

  test('put an added message into the next message of a person', () => {
    const note: PiMessage = {
      role: 'user',
      content: 'Earlier messages were removed.',
      timestamp: 0,
    };
    expect(planEdits(places, [person, said, first, second, note, last])).toEqual([
      {
        type: 'context_edit',
        targetId: 'e4',
        replacement: {
          content: [
            { type: 'text', text: 'Earlier messages were removed.' },
            { type: 'text', text: 'Go on.' },
          ],
        },
      },
    ]);
  });

  test('put an added message at the end into the last message of a person', () => {
    const note: PiMessage = { role: 'user', content: 'Rules: none.', timestamp: 0 };
    const [edit] = planEdits(places.slice(0, 2), [person, said, note]) ?? [];
    expect(edit).toMatchObject({ targetId: 'e0', replacement: { content: [{}, {}] } });
  });

  test('are impossible where an added message has no place', () => {
    const note: PiMessage = { role: 'user', content: 'Rules: none.', timestamp: 0 };
    expect(planEdits(places.slice(1, 2), [said, note])).toBeUndefined();
  });
});
