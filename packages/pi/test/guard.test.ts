import type { PiMessage } from '@palimpsest/formats/pi';
import { expect, test } from 'vitest';
import { describeGuard } from '../../adapter/test/guard-contract.ts';
import { createPiExtension, type PiOptions } from '../src/index.ts';
import type { SessionEntry } from '../src/pi-types.ts';
import { createSession } from './session.ts';

type Handler = (event: object, context: object) => Promise<unknown>;

/** A session of pi after a compaction. */
const LOG: readonly SessionEntry[] = [
  entry('task', { role: 'user', content: 'Move a.ts to b.ts.' }),
  entry('call', {
    role: 'assistant',
    content: [{ type: 'toolCall', id: 'c', name: 'read', arguments: { path: 'a.ts' } }],
  }),
  entry('result', resultOf('read', 'const a = 1;\n'.repeat(40))),
  {
    type: 'compaction',
    id: 'compaction',
    summary: '#1a2b3c4d\nconst a = 1;\n…39',
    firstKeptEntryId: 'call',
  },
];

function entry(id: string, message: PiMessage): SessionEntry {
  return { type: 'message', id, message };
}

function resultOf(toolName: string, text: string, isError = false): PiMessage {
  return {
    role: 'toolResult',
    toolCallId: 'c',
    toolName,
    content: [{ type: 'text', text }],
    isError,
  };
}

/** Runs the calls of a scripted model like pi does: a blocked call gets the reason as its result. Returns the results. */
async function play(
  calls: readonly (readonly [name: string, input: object])[],
  options: PiOptions = {},
  log: readonly SessionEntry[] = LOG,
): Promise<string[]> {
  const handlers = new Map<string, Handler>();
  createPiExtension(options)({
    on: (name: string, handler: never) => handlers.set(name, handler),
    registerTool: () => undefined,
    appendEntry: () => undefined,
    registerCommand: () => undefined,
  });
  const branch = [...log];
  const results: string[] = [];
  for (const [toolName, input] of calls) {
    const context = { sessionManager: { getBranch: () => branch } };
    const answer = (await handlers.get('tool_call')!({ toolName, input }, context)) as
      | { readonly block: true; readonly reason: string }
      | undefined;
    const text = answer?.reason ?? 'ran';
    results.push(text);
    branch.push(entry(`r${branch.length}`, resultOf(toolName, text, answer !== undefined)));
  }
  return results;
}

const COPY = ['write', { path: 'b.ts', content: 'const a = 1;\n…39\n' }] as const;

test('a call that copies a mark gets an error, and the model goes on by reading and writing the whole', async () => {
  const whole = ['write', { path: 'b.ts', content: 'const a = 1;\n'.repeat(40) }] as const;
  const [copied, again, read, ran] = await play([COPY, COPY, ['read', { path: 'a.ts' }], whole]);
  expect(copied).toContain('The call did not run. It contains a mark');
  expect(copied).toContain('(…39)');
  expect(again).toBe(copied);
  expect([read, ran]).toEqual(['ran', 'ran']);
});

test('reading and recall with a mark pass', async () => {
  expect(
    await play([
      ['grep', { pattern: '…39' }],
      ['recall', { id: '#1a2b3c4d …39' }],
    ]),
  ).toEqual(['ran', 'ran']);
});

test('a mark that stood in the original passes, also where the model no longer sees it', async () => {
  const log = LOG.map((each) =>
    each.id === 'result' ? entry('result', resultOf('read', 'a\n…39\nb')) : each,
  );
  expect(await play([COPY], {}, log)).toEqual(['ran']);
});

test('a session without a compaction, and one with the guard off, are left alone', async () => {
  expect(await play([COPY], {}, LOG.slice(0, 3))).toEqual(['ran']);
  expect(await play([COPY], { guard: false })).toEqual(['ran']);
  expect(() => createPiExtension({ guard: 'no' as never })).toThrow(
    'guard: expected true or false',
  );
});

describeGuard('the extension for pi', async ({ task, settings, next, run }) => {
  const session = createSession({
    window: Number(settings['context-limit']),
    options: { guard: settings['compression.guard'] !== false },
  });
  session.say({ role: 'user', content: task, timestamp: 0 });
  for (let at = 0; ; at += 1) {
    const call = next(session.seen());
    if (call === undefined) return;
    const { name, input } = call;
    const answer = (await session.call('tool_call', { toolName: name, input })) as
      | { readonly reason: string }
      | undefined;
    const id = `call-${at}`;
    const called = { type: 'toolCall' as const, id, name, arguments: { ...input } };
    session.say({ role: 'assistant', content: [called], timestamp: 2 * at + 1 });
    const text = answer?.reason ?? run(name, input);
    const result = resultOf(name, text, answer !== undefined) as object;
    session.say({ ...result, toolCallId: id, timestamp: 2 * at + 2 } as PiMessage);
    await session.endTurn();
  }
});
