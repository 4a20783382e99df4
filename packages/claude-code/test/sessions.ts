import type { CompactEvent, CompactResult, Mod, SessionMessage } from '../src/mod-types.ts';
import { register } from '../src/register.ts';

type Next = (event: object) => Promise<unknown>;
type Hook = ($: Mod, event: object, next: Next) => Promise<unknown>;

export const TASK = 'Read every file. Never touch c.txt.';

/** What Claude Code makes of a session without the plugin. */
export const SUMMARY: SessionMessage = {
  role: 'user',
  text: 'A summary by a model.',
  toolUses: [],
};

/** Claude Code with the plugin, and the messages of one session. Hooks of an event form a chain, and Claude Code itself is its end. */
export function createSession(
  files = new Map<string, string>(),
  tokens?: number,
  variables: Readonly<Record<string, string>> = {},
  messages: readonly SessionMessage[] = [],
) {
  const hooks: { readonly name: string; readonly tool: string | undefined; readonly hook: Hook }[] =
    [];
  const caught = new Map<string, Hook>();
  const lines: string[] = [];
  const registered: string[] = [];
  let later: (() => void) | undefined;
  let ran: unknown;
  register((name: string, ...given: readonly unknown[]) => {
    const { command, tool } = given[0] as { command?: string; tool?: string };
    const event = command === undefined ? name : `${name} ${command}`;
    hooks.push({ name: event, tool, hook: given.at(-1) as Hook });
    return { catch: (hook: Hook) => caught.set(name, hook) };
  });
  const under = (path: string) => [...files.keys()].filter((name) => name.startsWith(`${path}/`));
  const $: Mod = {
    clock: { after: (_milliseconds, run) => (later = run) },
    command: {
      register: async ({ name }) => registered.push(name),
      run: async (command) => (ran = command),
    },
    // An empty variable counts as unset.
    env: { get: async (name) => variables[name] ?? (name === 'HOME' ? '/home' : '') },
    fs: {
      exists: async (path) => under(path).length > 0,
      list: async (path) =>
        under(path).map((name) => ({ name: name.slice(path.length + 1).split('/')[0]! })),
      read: async (path) => {
        const text = files.get(path);
        if (text === undefined) throw new Error('ENOENT');
        return text;
      },
      write: async (path, text) => void files.set(path, text),
    },
    session: {
      id: async () => 'session',
      messages: async () => messages,
      usage: async () => ({
        context: { window: 200_000, ...(tokens === undefined ? {} : { tokens }) },
      }),
    },
    tool: { register: async ({ name }) => registered.push(name) },
    ui: { log: (text) => lines.push(text) },
  };
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
  const call = (name: string, event: object, answer?: unknown): Promise<unknown> =>
    run(name, event, async () => answer);
  return {
    $,
    files,
    lines,
    registered,
    run,
    call,
    caught,
    runLater: () => {
      later?.();
      return ran;
    },
    compact: (
      event: Omit<CompactEvent, 'trigger'> & Partial<CompactEvent>,
      summary: readonly SessionMessage[] = [SUMMARY],
    ) =>
      call(
        'session.compact',
        { trigger: 'auto', ...event },
        { messages: summary },
      ) as Promise<CompactResult>,
    command: async (args: string, command = 'palimpsest') =>
      ((await call(`command.run ${command}`, { args })) as { text: string }).text,
  };
}

/** The messages of a session that reads files. */
export function sessionOf(count: number, first = ''): SessionMessage[] {
  const steps = Array.from({ length: count }, (_, at): SessionMessage[] => {
    const lines = Array.from(
      { length: 60 },
      (_line, line) => `line ${line} of file ${at}: value_${line * at}`,
    );
    const text = `${at === 0 ? first : ''}${lines.join('\n')}`;
    const call = { tool_use_id: `call-${at}`, tool: 'Bash', input: { command: `cat f${at}.txt` } };
    const result = { tool_use_id: call.tool_use_id, text, isError: false };
    return [
      { role: 'assistant', text: '', toolUses: [call], handle: `call-${at}` },
      { role: 'user', text: '', toolUses: [], toolResults: [result], handle: `result-${at}` },
    ];
  });
  return [{ role: 'user', text: TASK, toolUses: [], handle: 'task' }, ...steps.flat()];
}
