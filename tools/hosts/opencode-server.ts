import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { until } from './run-host.ts';

/** The server of opencode: compacting by hand exists only there and in the terminal. */
export interface OpencodeServer {
  /** Starts a session, and returns its id. */
  start(): Promise<string>;
  /** Returns the id of the newest session. */
  newest(): Promise<string>;
  /** Compacts a session. @throws {Error} when opencode stored an error */
  compact(session: string): Promise<void>;
  prompt(session: string, text: string): Promise<void>;
  /** Runs a command with its arguments. */
  command(session: string, command: string, args: string): Promise<void>;
}

const MODEL = { providerID: 'scripted', modelID: 'scripted' };

/** Runs a task with a server of its own. */
export async function withServer(
  cli: string,
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  task: (server: OpencodeServer) => Promise<void>,
): Promise<void> {
  const server = spawn(cli, ['serve', '--port', '0'], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 120_000,
  });
  try {
    let printed = '';
    server.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await until(() => addressIn(printed) !== undefined);
    const url = addressIn(printed)!;
    const get = async (path: string): Promise<unknown> => await (await fetch(url + path)).json();
    const post = async (path: string, body: object): Promise<unknown> => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(url + path, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      assert.equal(answer.status, 200, `${path} succeeds`);
      return await answer.json();
    };
    await task({
      start: async () => ((await post('/session', {})) as Stored).id,
      newest: async () => ((await get('/session')) as readonly Stored[])[0]!.id,
      async compact(session) {
        await post(`/session/${session}/summarize`, MODEL);
        const stored = (await get(`/session/${session}/message`)) as readonly { info: Answer }[];
        assert.equal(stored.at(-1)?.info.error, undefined, 'the compaction has no error');
      },
      async prompt(session, text) {
        const parts = [{ type: 'text', text }];
        await post(`/session/${session}/message`, { model: MODEL, parts });
      },
      async command(session, command, args) {
        const model = `${MODEL.providerID}/${MODEL.modelID}`;
        await post(`/session/${session}/command`, { command, arguments: args, model });
      },
    });
  } finally {
    server.kill();
  }
}

interface Stored {
  readonly id: string;
}

interface Answer {
  readonly error?: unknown;
}

function addressIn(text: string): string | undefined {
  return /http:\/\/[\w.:]+/.exec(text)?.[0];
}
