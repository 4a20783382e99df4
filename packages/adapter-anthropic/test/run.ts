import Anthropic1 from '@anthropic-ai/sdk';
import type { AdapterOptions } from '@palimpsest/adapter';
import Anthropic0 from 'anthropic-sdk-v0';
import { anthropicAdapter } from '../src/index.ts';
import { BASH, TASK, worker } from './agent.ts';
import { scriptedApi } from './scripted-api.ts';

/** The adapter uses only what both major versions share; only their types differ. */
const CLIENTS = { 1: Anthropic1, 0: Anthropic0 as unknown as typeof Anthropic1 } as const;

/** Both major versions, with one response body and streamed. */
export const EACH = [
  [1, false],
  [1, true],
  [0, false],
  [0, true],
] as const;

/**
 * Runs a tool runner through all steps. Returns what the API received and the messages of the runner.
 *
 * @param isAnew whether each request has a new adapter, as in a new process
 */
export async function run(
  options: AdapterOptions,
  [version, stream]: (typeof EACH)[number] = EACH[0],
  body: object = {},
  isAnew: boolean = false,
) {
  const api = scriptedApi(({ messages }, turn) => worker(JSON.stringify(messages), turn));
  const adapter = anthropicAdapter(options);
  const client = new CLIENTS[version]({
    apiKey: 'none',
    maxRetries: 0,
    fetch: api.fetch,
    middleware: [
      async (...given) => {
        const own = isAnew ? anthropicAdapter(options) : adapter;
        return await own.middleware(...given);
      },
    ],
  });
  const runner = client.beta.messages.toolRunner({
    model: 'claude-opus-5-5',
    max_tokens: 200,
    system: 'You mend builds.',
    messages: [{ role: 'user', content: TASK }],
    tools: [BASH, adapter.recallTool],
    ...(version === 1 ? { thread: false } : {}),
    stream,
    ...body,
  });
  const last = await runner.runUntilDone();
  return { ...api, adapter, last, messages: runner.params.messages };
}
