import { expect, test } from 'vitest';
import extension from './readme/use.ts';

test('the extension of the README registers its commands, tool and events', () => {
  const registered: string[] = [];
  extension({
    on: (name) => registered.push(name),
    registerTool: ({ name }) => registered.push(name),
    registerCommand: (name) => registered.push(name),
    appendEntry: (name) => registered.push(name),
  });
  expect(registered).toEqual([
    'session_start',
    'turn_end',
    'context',
    'session_before_compact',
    'tool_call',
    'recall',
    'keep',
    'drop',
    'palimpsest',
  ]);
});
