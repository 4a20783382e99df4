import type { PiMessage } from '@palimpsest/formats/pi';
import { expect, test } from 'vitest';
import { createPiExtension } from '../src/index.ts';
import type { ContextEntry, EntryDraft, ExtensionApi, SessionEntry } from '../src/pi-types.ts';

const WINDOW = 8_000;
const TASK = 'Read every file. Never touch c.txt.';

type Handler = (event: never, context: never) => unknown;

/** A session of pi: keeps entries in a log, applies edits, and calls the extension like pi does. */
function createSession(log: SessionEntry[] = [], overhead = 0) {
  const handlers = new Map<string, Handler>();
  const notices: string[] = [];
  let recallTool: Parameters<ExtensionApi['registerTool']>[0] | undefined;
  const commands = new Map<string, Parameters<ExtensionApi['registerCommand']>[1]>();
  const api = {
    on: (name: string, handler: Handler) => handlers.set(name, handler),
    registerTool: (tool: typeof recallTool) => (recallTool = tool),
    registerCommand: (name: string, given: Parameters<ExtensionApi['registerCommand']>[1]) =>
      void commands.set(name, given),
  };
  createPiExtension()(api);
  const context = {
    ui: { notify: (text: string) => notices.push(text) },
    sessionManager: { getBranch: () => log },
    getContextUsage: () => ({
      tokens: overhead + JSON.stringify(project()).length / 4,
      contextWindow: WINDOW,
    }),
  };
  const call = (name: string, event: object): Promise<unknown> =>
    Promise.resolve(handlers.get(name)!(event as never, context as never));
  const project = (): ContextEntry[] => {
    const edits = new Map(
      log.flatMap(({ type, targetId, replacement }) =>
        type === 'context_edit' ? [[targetId!, replacement] as const] : [],
      ),
    );
    return log.flatMap((sourceEntry) => {
      const { id, message } = sourceEntry;
      const edit = edits.get(id);
      if (message === undefined || edit === null) return [];
      const seen = edit === undefined ? message : { ...message, content: edit.content };
      return [{ sourceEntry, messages: [seen] }];
    });
  };
  return {
    log,
    notices,
    call,
    seen: () => project().flatMap(({ messages }) => messages),
    say: (message: PiMessage) => void log.push({ type: 'message', id: `e${log.length}`, message }),
    run: (args: string, name = 'palimpsest') => commands.get(name)!.handler(args, context),
    recall: (input: unknown) => recallTool!.execute('call', input),
    async endTurn() {
      const event = { entries: [], context: { contextEntries: project() }, outcome: 'completed' };
      const result = (await call('turn_end', event)) as { entries: EntryDraft[] } | undefined;
      for (const draft of result?.entries ?? []) log.push({ id: `e${log.length}`, ...draft });
    },
  };
}

async function readFiles(
  session: ReturnType<typeof createSession>,
  count: number,
  length = 60,
): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const id = `call-${at}`;
    const lines = Array.from(
      { length },
      (_, line) => `line ${line} of file ${at}: value_${line * at}`,
    );
    session.say({
      role: 'assistant',
      content: [{ type: 'toolCall', id, name: 'bash', arguments: { command: `cat f${at}.txt` } }],
      timestamp: 2 * at + 1,
    });
    session.say({
      role: 'toolResult',
      toolCallId: id,
      toolName: 'bash',
      content: [{ type: 'text', text: lines.join('\n') }],
      isError: false,
      timestamp: 2 * at + 2,
    });
    await session.endTurn();
  }
}

test('compacts at the end of turns, so that a long session stays in its window', async () => {
  const session = createSession();
  session.say({ role: 'user', content: TASK, timestamp: 0 });
  await readFiles(session, 40);
  expect(session.log.filter(({ type }) => type === 'custom').length).toBeGreaterThanOrEqual(2);
  expect(JSON.stringify(session.seen()).length).toBeLessThan(WINDOW * 4);
  expect(session.seen()[0]).toMatchObject({ content: TASK });
  const calls = session.seen().flatMap(({ content }) => content as { type: string }[]);
  const ids = (type: string) => calls.filter((part) => part.type === type).length;
  expect(ids('toolCall')).toBe(session.seen().filter(({ role }) => role === 'toolResult').length);
  expect(session.notices[0]).toMatch(/^Compacted without a model: about .* tokens/);
});

test('waits until the context has grown where a target cannot be met', async () => {
  // The system prompt and the tools alone exceed the target.
  const session = createSession([], 0.6 * WINDOW);
  session.say({ role: 'user', content: TASK, timestamp: 0 });
  await readFiles(session, 8, 10);
  const compactions = session.log.filter(({ type }) => type === 'custom').length;
  expect(compactions).toBeGreaterThan(0);
  expect(compactions).toBeLessThan(4);
});

test('a resumed session recalls what an earlier process took out', async () => {
  const first = createSession();
  first.say({ role: 'user', content: TASK, timestamp: 0 });
  await readFiles(first, 20);
  const id = /#[0-9a-f]{8}/.exec(JSON.stringify(first.seen()))![0];
  const log = JSON.parse(JSON.stringify(first.log)) as SessionEntry[];
  log.push({ type: 'label', id: 'label', targetId: log[0]!.id });
  const resumed = createSession(log);
  await expect(resumed.recall({ id })).rejects.toThrow('Unknown id');
  await resumed.call('session_start', {});
  const { content } = await resumed.recall({ id, limit: 2 });
  expect(content[0]!.text).toContain('line 0 of file');
  await resumed.run('');
  const count = new Set(
    first.log.filter(({ type }) => type === 'context_edit').map(({ targetId }) => targetId),
  ).size;
  expect(resumed.notices).toEqual([expect.stringContaining(`${count} messages of this session`)]);
});

test('undo brings every message back, in the next request and in the session file', async () => {
  const session = createSession();
  session.say({ role: 'user', content: TASK, timestamp: 0 });
  await readFiles(session, 20);
  await session.run('undo');
  const { messages } = (await session.call('context', { messages: session.seen() })) as {
    messages: PiMessage[];
  };
  const whole = session.log.flatMap(({ message }) => (message === undefined ? [] : [message]));
  expect(messages).toEqual(whole);
  await session.endTurn();
  expect(session.seen()).toEqual(whole);
  await session.endTurn();
  expect(session.seen()).toEqual(whole);
  await session.run('on');
  await session.endTurn();
  expect(JSON.stringify(session.seen()).length).toBeLessThan(JSON.stringify(whole).length);
});

test("answers pi's own compaction with a text that names what was taken out", async () => {
  const session = createSession();
  session.say({ role: 'user', content: TASK, timestamp: 0 });
  for (const at of [1, 2]) session.say({ role: 'user', content: `Note ${at}.`, timestamp: at });
  const result = await session.call('session_before_compact', {
    preparation: {
      firstKeptEntryId: 'e9',
      messagesToSummarize: session.seen(),
      turnPrefixMessages: [],
      tokensBefore: 500,
      previousSummary: 'Before: the tests were red.',
    },
    signal: new AbortController().signal,
  });
  expect(result).toMatchObject({ compaction: { firstKeptEntryId: 'e9', tokensBefore: 500 } });
  const { summary } = (result as { compaction: { summary: string } }).compaction;
  expect(summary).toContain(`[User] ${TASK}`);
  expect(summary).toContain('Before: the tests were red.');
});

test('rejects shares outside their bounds', () => {
  expect(() => createPiExtension({ trigger: 1 })).toThrow(
    'trigger: expected a number greater than 0',
  );
  expect(() => createPiExtension({ trigger: 0.5, target: 0.6 })).toThrow('target: expected');
});

/** What the model sees of the result of a call. */
function resultOf(session: ReturnType<typeof createSession>, call: string): string {
  return JSON.stringify(session.seen().find(({ toolCallId }) => toolCallId === call)!.content);
}

test('keeps and drops by rules of the person, which a resumed session finds in its file', async () => {
  const first = createSession();
  first.say({ role: 'user', content: TASK, timestamp: 0 });
  await first.run('line 3 of file 2:', 'keep');
  await first.run('tool:bash', 'drop');
  await first.run('/(/', 'keep');
  expect(first.notices).toEqual([
    expect.stringContaining('compaction on: keep'),
    expect.stringContaining('compaction on: drop'),
    expect.stringContaining('a valid regular expression'),
  ]);
  await first.endTurn();
  const resumed = createSession(JSON.parse(JSON.stringify(first.log)) as SessionEntry[]);
  await resumed.call('session_start', {});
  await resumed.run('', 'drop');
  expect(resumed.notices).toEqual(['keep line 3 of file 2:\ndrop tool:bash']);
  await readFiles(resumed, 20);
  expect(resultOf(resumed, 'call-2')).toContain('line 59 of file 2');
  expect(resultOf(resumed, 'call-5')).not.toContain('line 1 of file 5');
  await resumed.run('forget line 3 of file 2:');
  await resumed.run('forget tool:bash');
  await resumed.run('forget tool:bash');
  expect(resumed.notices.slice(-2)).toEqual([
    'Forgotten: tool:bash',
    expect.stringContaining('There are no rules.'),
  ]);
});

test('rules that are given while everything is brought back do not turn compaction on', async () => {
  const session = createSession();
  session.say({ role: 'user', content: TASK, timestamp: 0 });
  await readFiles(session, 20);
  await session.run('undo');
  await session.run('line 3', 'keep');
  await session.endTurn();
  const resumed = createSession(session.log);
  await resumed.call('session_start', {});
  await resumed.run('');
  expect(resumed.notices).toEqual([expect.stringContaining('Compaction is off')]);
});

test.each([true, false])(
  'compaction that is turned on again is on after a resume (after a turn: %s)',
  async (isLater) => {
    const session = createSession();
    session.say({ role: 'user', content: TASK, timestamp: 0 });
    await session.run('undo');
    if (isLater) await session.endTurn();
    await session.run('on');
    await session.endTurn();
    const resumed = createSession(session.log);
    await resumed.call('session_start', {});
    await resumed.run('');
    expect(resumed.notices).toEqual([expect.stringContaining('without a model is on')]);
  },
);
