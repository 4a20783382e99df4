import { expect, test } from 'vitest';
import { describeGuard } from '../../adapter/test/guard-contract.ts';
import plugin from '../src/index.ts';
import type { Part, SessionMessage } from '../src/opencode-types.ts';
import { answer, ask, createClient, sessionOf, WINDOW } from './sessions.ts';

/**
 * Runs the calls of a scripted model like opencode does, after a request: an error of the hook is the result of the call. Returns the results.
 */
async function play(
  calls: readonly (readonly [tool: string, args: object])[],
  stored: SessionMessage[] = sessionOf(100),
): Promise<string[]> {
  const { client } = createClient(stored, WINDOW);
  const hooks = await plugin.server({ client });
  await hooks['experimental.chat.messages.transform']({}, { messages: [...stored] });
  const results: string[] = [];
  for (const [tool, args] of calls) {
    const input = { tool, sessionID: 'session' };
    const failed = await hooks['tool.execute.before'](input, { args }).then(
      () => undefined,
      (error: Error) => error.message,
    );
    results.push(failed ?? 'ran');
    const state = { status: 'error', input: { ...args }, error: failed ?? '' } as const;
    const part: Part = { id: 'p', type: 'tool', tool, callID: 'call', state };
    stored.push(answer(`g${results.length}`, [part]));
  }
  return results;
}

const COPY = ['write', { filePath: 'b.txt', content: 'line 0 of file 1\n…59\n' }] as const;

test('a recall with a mark passes', async () => {
  expect(await play([['recall', { id: '#1a2b3c4d …59' }]])).toEqual(['ran']);
});

test("a session that opencode's own compaction shortened is guarded in a later process", async () => {
  const info = { id: 's', sessionID: 'session', role: 'assistant', summary: true } as const;
  const summary = { info, parts: [{ id: 's-text', type: 'text', text: 'line 0\n…59' }] };
  expect(await play([COPY], [...sessionOf(2), summary])).toEqual([
    expect.stringContaining('The call did not run.'),
  ]);
});

test('rejects an invalid option', async () => {
  const { client } = createClient([]);
  await expect(plugin.server({ client }, { guard: 'no' as never })).rejects.toThrow(
    'guard: expected true or false',
  );
});

describeGuard('the plugin for opencode', async ({ task, settings, next, run }) => {
  const stored = [ask('task', task)];
  const { client } = createClient(stored, Number(settings['context-limit']));
  const guard = settings['compression.guard'] !== false;
  const hooks = await plugin.server({ client }, { guard });
  for (;;) {
    const output = { messages: [...stored] };
    await hooks['experimental.chat.messages.transform']({}, output);
    const call = next(output.messages);
    if (call === undefined) return;
    const { name: tool, input } = call;
    const error = await hooks['tool.execute.before'](
      { tool, sessionID: 'session' },
      { args: input },
    )
      .then(() => undefined)
      .catch((reason: Error) => reason.message);
    const id = `m${stored.length}`;
    const state =
      error === undefined
        ? ({ status: 'completed', input, output: run(tool, input) } as const)
        : ({ status: 'error', input, error } as const);
    stored.push(answer(id, [{ id: `${id}-part`, type: 'tool', tool, callID: id, state }]));
  }
});
