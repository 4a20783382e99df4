import { NOTE_TOOL } from '@palimpsest/orchestrator/agent-tools';
import { readRecord } from '@palimpsest/engine/history';
import { cleanWindow } from '@palimpsest/strategy-top-down-truncation';
import { expect, test } from 'vitest';
import { createAdapter, type Adapter, type AdapterOptions } from '../src/index.ts';

const TASK = { role: 'user', content: 'Find out why the build is slow. Never touch main.' };

let calls = 0;

function textOf(message: object): string {
  return String(Reflect.get(message, 'content'));
}

function step(name: string, input: object, content: string): object[] {
  calls += 1;
  const id = `call_${calls}`;
  const call = { id, type: 'function', function: { name, arguments: JSON.stringify(input) } };
  return [
    { role: 'assistant', content: `Step ${calls}.`, tool_calls: [call] },
    { role: 'tool', tool_call_id: id, content },
  ];
}

function run(at: number): object[] {
  const lines = Array.from({ length: 200 }, (_, line) => `step ${at}.${line} took ${line * at} ms`);
  return step('bash', { command: `make ${at}` }, lines.join('\n'));
}

async function note(adapter: Adapter, text: string): Promise<object[]> {
  const answer = await adapter.tools.take_note.run({ note: text });
  return step(NOTE_TOOL.name, { note: text }, answer.text);
}

/** Sends the messages as they grow. Returns the last request. */
async function sendAll(adapter: Adapter, steps: readonly object[][]): Promise<readonly object[]> {
  const messages: object[] = [TASK];
  let sent: readonly object[] = messages;
  for (const added of steps) {
    messages.push(...added);
    sent = (await adapter.adapt<object>('openai', messages)).messages;
  }
  return sent;
}

const adapterOf = (options: AdapterOptions = {}): Adapter =>
  createAdapter({ strategies: [cleanWindow], contextLimit: 11_000, ...options });

test('at the trigger, one report of the words of the user and the notes stays, and the newest exchange', async () => {
  const kinds: string[] = [];
  const adapter = adapterOf({ onPrepared: ({ kind }) => kinds.push(kind) });
  const noted = await note(adapter, 'gate_1 is slow: its cache key has a date.');
  const asked = { role: 'user', content: 'Look at gate_2 as well.' };
  const newest = run(6);
  const steps = [run(1), noted, [...run(2), asked], run(3), run(4), run(5), newest];
  const sent = await sendAll(adapter, steps);
  expect(kinds.slice(0, -1)).not.toContain('compressed');
  expect(kinds.at(-1)).toBe('compressed');
  expect(sent).toEqual([expect.objectContaining({ role: 'user' }), ...newest]);
  expect(readRecord(textOf(sent[0]!))?.items).toEqual([
    { kind: 'person', lines: [TASK.content] },
    { kind: 'step', title: 'Noted:', lines: ['gate_1 is slow: its cache key has a date.'] },
    { kind: 'person', lines: [asked.content] },
  ]);
});

test('a host names its own tools for notes', async () => {
  const settings = { 'compression.clean-window.noteTools': 'TodoWrite, memo' };
  const adapter = adapterOf({ settings });
  const list = [{ content: 'Fix gate_1', status: 'pending' }];
  const todos = step('TodoWrite', { todos: list }, 'ok');
  const memo = step('memo', { a: 'Gate 2 works.' }, 'ok');
  const ignored = await note(adapter, 'Not a note here.');
  const newest = run(6);
  const sent = await sendAll(adapter, [
    todos,
    memo,
    ignored,
    run(1),
    run(2),
    run(3),
    run(4),
    newest,
  ]);
  const notes = readRecord(textOf(sent[0]!))?.items.slice(1);
  expect(notes?.map(({ lines }) => lines)).toEqual([['Fix gate_1', 'pending'], ['Gate 2 works.']]);
  expect(sent.slice(1)).toEqual(newest);
});

test('if the notes and the words of users are too much, the oldest of them go', async () => {
  const adapter = adapterOf();
  const notes = await Promise.all(
    Array.from({ length: 30 }, (_, at) => note(adapter, `note ${at} ${'word '.repeat(400)}`)),
  );
  const sent = JSON.stringify(await sendAll(adapter, notes));
  expect(sent.length).toBeLessThan(11_000 * 5);
  expect(sent).toContain('Never touch main.');
  expect(sent).not.toContain('note 0 word');
  expect(sent).toContain('note 29 word');
});
