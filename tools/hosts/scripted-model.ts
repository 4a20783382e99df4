import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call that the model makes. `shell` runs a command with whatever shell tool the host offers. */
type Step =
  | { readonly shell: string }
  | { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

export interface ModelRequest {
  readonly system?: unknown;
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  readonly tools?: readonly { readonly name: string; readonly input_schema?: object }[];
  readonly stream?: boolean;
}

/** A model server that follows a script. */
export interface ScriptedModel {
  readonly url: string;
  /** Requests with tools, in order. */
  readonly requests: readonly ModelRequest[];
  /** Requests without tools, such as for a title or a summary. */
  readonly sideRequests: readonly ModelRequest[];
  /** For each request with tools, the milliseconds since the answer before it. */
  readonly waits: readonly number[];
  /** Replaces the script. After its last step, the model says that it is done. */
  play(steps: readonly Step[]): void;
  close(): Promise<void>;
}

const SHELL = /^(bash|shell|run_shell_command|execute_command)$/i;
const DONE = 'Done: every step of the script ran.';

/**
 * Starts a server on loopback that speaks Anthropic Messages, streamed or not, and follows a script instead of asking a model. It stops by
 * itself after `lifetimeMs`.
 */
export async function startScriptedModel(lifetimeMs: number): Promise<ScriptedModel> {
  let steps: readonly Step[] = [];
  let at = 0;
  const requests: ModelRequest[] = [];
  const sideRequests: ModelRequest[] = [];
  const waits: number[] = [];
  let answeredAt = performance.now();

  function nextBlock({ tools = [] }: ModelRequest, id: number): Readonly<Record<string, unknown>> {
    const step = tools.length === 0 ? undefined : steps[at];
    if (step === undefined) return { type: 'text', text: DONE };
    at += 1;
    const name = 'tool' in step ? step.tool : tools.find((tool) => SHELL.test(tool.name))?.name;
    const input = 'tool' in step ? step.input : { command: step.shell };
    return { type: 'tool_use', id: `toolu_${id}`, name, input };
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      if (request.method !== 'POST' || request.url?.includes('/messages') !== true) {
        response.writeHead(404).end('{}');
        return;
      }
      const wait = performance.now() - answeredAt;
      const inputTokens = Math.ceil(text.length / 4);
      if (request.url.includes('count_tokens')) {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ input_tokens: inputTokens }));
        return;
      }
      const body = JSON.parse(text) as ModelRequest;
      const isSide = body.tools === undefined || body.tools.length === 0;
      (isSide ? sideRequests : requests).push(body);
      if (!isSide) waits.push(wait);
      const id = requests.length + sideRequests.length;
      answer(response, body, nextBlock(body, id), { id, inputTokens });
      answeredAt = performance.now();
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const timer = setTimeout(() => server.close(), lifetimeMs);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    sideRequests,
    waits,
    play(given) {
      steps = given;
      at = 0;
    },
    async close() {
      clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function answer(
  response: ServerResponse,
  body: ModelRequest,
  block: Readonly<Record<string, unknown>>,
  { id, inputTokens }: { readonly id: number; readonly inputTokens: number },
): void {
  const usage = { input_tokens: inputTokens, output_tokens: 30 };
  const base = { id: `msg_${id}`, type: 'message', role: 'assistant', model: 'scripted', usage };
  const stop = {
    stop_reason: block['type'] === 'tool_use' ? 'tool_use' : 'end_turn',
    stop_sequence: null,
  };
  if (body.stream !== true) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...base, ...stop, content: [block] }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const isCall = block['type'] === 'tool_use';
  const start = isCall ? { ...block, input: {} } : { ...block, text: '' };
  const delta = isCall
    ? { type: 'input_json_delta', partial_json: JSON.stringify(block['input']) }
    : { type: 'text_delta', text: block['text'] };
  const events = [
    {
      type: 'message_start',
      message: { ...base, content: [], stop_reason: null, stop_sequence: null },
    },
    { type: 'content_block_start', index: 0, content_block: start },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: stop, usage },
    { type: 'message_stop' },
  ];
  response.end(
    events.map((data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`).join(''),
  );
}
