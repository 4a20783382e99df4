// Resumes the last session of Cline with the prompt in `PROMPT`: `node resume-cline.ts CLINE`. Its command resumes a session in a terminal only
// (`--id`), so this is a client of the Agent Client Protocol, as editors are. Prints what the agent says.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

interface Received {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly update?: { readonly content?: { readonly text?: string } } };
  readonly error?: unknown;
}

const [cline = ''] = process.argv.slice(2);
const listed = execFileSync(cline, ['history', '--json'], { encoding: 'utf8' });
const [{ sessionId }] = JSON.parse(listed) as [{ readonly sessionId: string }];

const agent = spawn(cline, ['--acp', '--auto-approve', 'true'], {
  // Otherwise the protocol offers logins only.
  env: { ...process.env, CLINE_PROVIDER: 'openai-compatible', CLINE_API_KEY: 'none' },
  stdio: ['pipe', 'pipe', 'inherit'],
});
const ended = once(agent, 'exit');
const answers = new Map<number, (answer: Received) => void>();
createInterface(agent.stdout).on('line', (line) => {
  const { id, method, params, ...answer } = JSON.parse(line) as Received;
  if (method === undefined) answers.get(id!)?.(answer);
  else process.stdout.write(`${params?.update?.content?.text ?? ''}\n`);
});

let asked = 0;
async function ask(method: string, params: object): Promise<void> {
  const id = (asked += 1);
  const answer = new Promise<Received>((resolve) => answers.set(id, resolve));
  agent.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  const { error } = await answer;
  if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
}

await ask('initialize', { protocolVersion: 1, clientCapabilities: {} });
await ask('session/load', { sessionId, cwd: process.cwd(), mcpServers: [] });
// It would go on with a model that it knows.
await ask('session/set_model', { sessionId, modelId: 'scripted' });
const prompt = [{ type: 'text', text: process.env['PROMPT'] }];
await ask('session/prompt', { sessionId, prompt });
agent.stdin.end();
await ended;
