import plugin from '../src/index.ts';
import type { Client, Config, Hooks, Part, SessionMessage } from '../src/opencode-types.ts';

const TRANSFORM = 'experimental.chat.messages.transform';

/** Tokens of the context window. */
export const WINDOW = 40_000;

export const TASK = 'Read every file. Never touch c.txt.';

const model = { providerID: 'chat', modelID: 'scripted' };

/** Returns a message of a person. */
export function ask(id: string, text: string): SessionMessage {
  const info = { id, sessionID: 'session', role: 'user', model } as const;
  return { info, parts: [{ id: `${id}-text`, type: 'text', text }] };
}

/** Returns a message of the model that calls a tool, with the result. */
export function readFile(at: number, lines = 60): SessionMessage {
  const output = Array.from(
    { length: lines },
    (_, line) => `line ${line} of file ${at}: value_${line * at}`,
  ).join('\n');
  const input = { command: `cat f${at}.txt` };
  return answer(`m${at}`, [
    { id: `p${at}-start`, type: 'step-start' },
    {
      id: `p${at}`,
      type: 'tool',
      tool: 'bash',
      callID: `call-${at}`,
      state: { status: 'completed', input, output },
    },
    { id: `p${at}-finish`, type: 'step-finish' },
  ]);
}

export function answer(id: string, parts: readonly Part[], input = 0): SessionMessage {
  const tokens = { input, cache: { read: 0, write: 0 } };
  return { info: { id, sessionID: 'session', role: 'assistant', tokens }, parts };
}

export function sessionOf(files: number): SessionMessage[] {
  return [ask('task', TASK), ...Array.from({ length: files }, (_, at) => readFile(at + 1))];
}

/** opencode's API with one session. */
export function createClient(stored: readonly SessionMessage[], context = 8_000) {
  const toasts: string[] = [];
  const limits = { scripted: { limit: { context, output: 1_000 } } };
  const client: Client = {
    config: {
      providers: async () => ({ data: { providers: [{ id: 'chat', models: limits }] } }),
    },
    session: {
      messages: async () => ({ data: JSON.parse(JSON.stringify(stored)) as SessionMessage[] }),
    },
    tui: { showToast: async ({ body }) => toasts.push(body.message) },
  };
  return { client, toasts };
}

/** Starts the plugin in a process of opencode. */
export async function start(
  stored: readonly SessionMessage[],
  context: number = WINDOW,
  config: Config = {},
) {
  const { client, toasts } = createClient(stored, context);
  const hooks = await plugin.server({ client });
  await hooks.config(config);
  return { hooks, toasts, config, client };
}

/** Returns what opencode sends of stored messages. */
export async function send(
  hooks: Hooks,
  stored: readonly SessionMessage[],
): Promise<SessionMessage[]> {
  const messages = [...stored];
  await hooks[TRANSFORM]({}, { messages });
  return messages;
}
