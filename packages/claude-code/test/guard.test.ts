import { expect, test } from 'vitest';
import { describeGuard } from '../../adapter/test/guard-contract.ts';
import type { SessionMessage } from '../src/mod-types.ts';
import { createSession, sessionOf } from './sessions.ts';

/** A session whose model calls tools. */
function createGuarded(files?: Map<string, string>, variables: Record<string, string> = {}) {
  const session = createSession(files, 34_000, variables);
  const ran: string[] = [];
  return {
    ...session,
    ran,
    compact: (messages: readonly SessionMessage[]) => session.compact({ messages }, []),
    /** Runs a call of a scripted model. Returns what the model gets. */
    async call(tool: string, input: object, perform: () => string = () => 'ran'): Promise<unknown> {
      const outcome = (await session.run('tool.call', { tool, ...input }, async () => {
        ran.push(tool);
        const text = perform();
        return { result: { stdout: text }, text };
      })) as { readonly text?: string; readonly deny?: string; readonly result?: unknown };
      return outcome.deny ?? outcome.text ?? outcome.result;
    },
  };
}

const COPY = { file_path: 'b.txt', content: 'line 0 of file 1: value_0\n…59\n' };

test('a resumed session is guarded', async () => {
  const { files, compact } = createGuarded();
  await compact(sessionOf(60));
  expect(await createGuarded(files).call('Write', COPY)).toContain('The call did not run.');
});

test('a mark passes that a compaction of an earlier process took out', async () => {
  const { files, compact } = createGuarded();
  await compact(sessionOf(60, 'a\n…59\n'));
  expect(await createGuarded(files).call('Write', COPY)).toBe('ran');
});

test('a recall with a mark is answered', async () => {
  const session = createGuarded();
  await session.compact(sessionOf(60));
  const answer = await session.call('mcp__palimpsest__recall', { id: '#1a2b3c4d …59' });
  expect(answer).not.toContain('The call did not run.');
});

test('calls run where the session cannot be opened', async () => {
  const session = createGuarded();
  session.$.session.id = () => Promise.reject(new Error('No session.'));
  expect(await session.call('Write', COPY)).toBe('ran');
});

test('a call that fails does not run again', async () => {
  const session = createGuarded();
  await session.compact(sessionOf(60));
  await expect(
    session.call('Write', { content: 'a' }, () => {
      throw new Error('The disk is full.');
    }),
  ).rejects.toThrow('The disk is full.');
  expect(session.ran).toEqual(['Write']);
});

describeGuard('the plugin for Claude Code', async ({ task, settings, next, run }) => {
  const isOff = settings['compression.guard'] === false;
  const session = createGuarded(undefined, isOff ? { PALIMPSEST_GUARD: 'off' } : {});
  const messages: SessionMessage[] = [{ role: 'user', text: task, toolUses: [], handle: 'task' }];
  let isCompacted = false;
  for (let at = 0; ; at += 1) {
    if (!isCompacted && JSON.stringify(messages).length > 4 * Number(settings['context-limit'])) {
      isCompacted = (await session.compact(messages)).messages.length > 0;
    }
    const call = next(messages);
    if (call === undefined) return;
    const { name: tool, input } = call;
    const text = String(await session.call(tool, input, () => run(tool, input)));
    const id = `call-${at}`;
    messages.push(
      { role: 'assistant', text: '', toolUses: [{ tool_use_id: id, tool, input }], handle: id },
      {
        role: 'user',
        text: '',
        toolUses: [],
        toolResults: [{ tool_use_id: id, text, isError: text.startsWith('The call did not run.') }],
        handle: `result-${at}`,
      },
    );
  }
});
