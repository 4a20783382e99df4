import { expect, test } from 'vitest';
import { describeGuard } from '../../adapter/test/guard-contract.ts';
import type { CompactResult, Mod, SessionMessage } from '../src/mod-types.ts';
import { register } from '../src/register.ts';

type Next = (event: object) => Promise<unknown>;
type Hook = ($: Mod, event: object, next: Next) => Promise<unknown>;

/** Claude Code with the plugin. Hooks of an event form a chain, and the tool itself is its end. */
function createSession(files = new Map<string, string>(), env: Record<string, string> = {}) {
  const hooks: { readonly name: string; readonly tool: string | undefined; readonly hook: Hook }[] =
    [];
  register((name: string, ...given: readonly unknown[]) => {
    const { tool } = given[0] as { tool?: string };
    hooks.push({ name, tool, hook: given.at(-1) as Hook });
    return { catch: () => undefined };
  });
  const under = (path: string) => [...files.keys()].filter((name) => name.startsWith(`${path}/`));
  const $ = {
    env: { get: async (name: string) => env[name] ?? (name === 'HOME' ? '/home' : '') },
    fs: {
      exists: async (path: string) => under(path).length > 0,
      list: async (path: string) => under(path).map((n) => ({ name: n.slice(path.length + 1) })),
      read: async (path: string) => {
        const text = files.get(path);
        if (text === undefined) throw new Error('ENOENT');
        return text;
      },
      write: async (path: string, text: string) => void files.set(path, text),
    },
    session: {
      id: async () => 'session',
      usage: async () => ({ context: { window: 200_000, tokens: 34_000 } }),
    },
    ui: { log: () => undefined },
  } as unknown as Mod;
  const run = (name: string, event: { readonly tool?: string }, end: Next): Promise<unknown> => {
    const chain = hooks.filter((each) => {
      return each.name === name && (each.tool === undefined || each.tool === event.tool);
    });
    const last = chain.reduceRight<Next>(
      (next, { hook }) =>
        (given) =>
          hook($, given, next),
      end,
    );
    return last(event);
  };
  const ran: string[] = [];
  return {
    files,
    ran,
    $,
    compact: (messages: readonly SessionMessage[]) =>
      run('session.compact', { trigger: 'auto', messages } as object, async () => ({
        messages: [],
      })) as Promise<CompactResult>,
    /** Runs a call of a scripted model. Returns what the model gets. */
    async call(tool: string, input: object, perform: () => string = () => 'ran'): Promise<unknown> {
      const outcome = (await run('tool.call', { tool, ...input }, async () => {
        ran.push(tool);
        const text = perform();
        return { result: { stdout: text }, text };
      })) as { readonly text?: string; readonly deny?: string; readonly result?: unknown };
      return outcome.deny ?? outcome.text ?? outcome.result;
    },
  };
}

function sessionOf(count: number, first = ''): SessionMessage[] {
  const steps = Array.from({ length: count }, (_, at): SessionMessage[] => {
    const lines = Array.from({ length: 60 }, (_line, line) => `line ${line} of file ${at}`);
    const text = at === 0 ? first + lines.join('\n') : lines.join('\n');
    const id = `call-${at}`;
    const call = { tool_use_id: id, tool: 'Bash', input: { command: `cat f${at}.txt` } };
    return [
      { role: 'assistant', text: '', toolUses: [call], handle: id },
      {
        role: 'user',
        text: '',
        toolUses: [],
        toolResults: [{ tool_use_id: id, text, isError: false }],
        handle: `result-${at}`,
      },
    ];
  });
  return [{ role: 'user', text: 'Move the files.', toolUses: [], handle: 'task' }, ...steps.flat()];
}

const COPY = { file_path: 'b.txt', content: 'line 0 of file 1\n…59\n' };

test('a resumed session is guarded', async () => {
  const { files, compact } = createSession();
  await compact(sessionOf(60));
  expect(await createSession(files).call('Write', COPY)).toContain('The call did not run.');
});

test('a mark passes that a compaction of an earlier process took out', async () => {
  const { files, compact } = createSession();
  await compact(sessionOf(60, 'a\n…59\n'));
  expect(await createSession(files).call('Write', COPY)).toBe('ran');
});

test('a recall with a mark is answered', async () => {
  const session = createSession();
  await session.compact(sessionOf(60));
  const answer = await session.call('mcp__palimpsest__recall', { id: '#1a2b3c4d …59' });
  expect(answer).not.toContain('The call did not run.');
});

test('calls run where the session cannot be opened', async () => {
  const session = createSession();
  session.$.session.id = () => Promise.reject(new Error('No session.'));
  expect(await session.call('Write', COPY)).toBe('ran');
});

test('a call that fails does not run again', async () => {
  const session = createSession();
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
  const session = createSession(undefined, isOff ? { PALIMPSEST_GUARD: 'off' } : {});
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
