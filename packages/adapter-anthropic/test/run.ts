import Anthropic from '@anthropic-ai/sdk';
import type { AdapterOptions } from '@palimpsest/adapter';
import { anthropicAdapter } from '../src/index.ts';
import { BASH, TASK, worker } from './agent.ts';
import { scriptedApi } from './scripted-api.ts';

/** A tool runner that works through all steps, and what the API and the program have of it. */
export async function run(options: AdapterOptions, stream: boolean, body: object = {}) {
  const api = scriptedApi(({ messages }, turn) => worker(JSON.stringify(messages), turn));
  const adapter = anthropicAdapter(options);
  const client = new Anthropic({
    apiKey: 'none',
    maxRetries: 0,
    fetch: api.fetch,
    middleware: [adapter.middleware],
  });
  const runner = client.beta.messages.toolRunner({
    model: 'claude-opus-5-5',
    max_tokens: 200,
    system: 'You mend builds.',
    messages: [{ role: 'user', content: TASK }],
    tools: [BASH, adapter.recallTool],
    thread: false,
    stream,
    ...body,
  });
  const last = await runner.runUntilDone();
  return { ...api, adapter, last, messages: runner.params.messages };
}
