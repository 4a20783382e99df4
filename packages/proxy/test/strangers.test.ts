import { memoryOriginals } from '@palimpsest/originals';
import { memorySessions } from '@palimpsest/originals/sessions';
import { describe, expect, test } from 'vitest';
import { CLIENTS, type Client } from './clients.ts';
import { messagesOf, startModel, type Received } from './provider.ts';
import { serve } from './serve.ts';

const TASK = 'Fix the failing test.';
const SHELL = { name: 'bash', input: { command: 'cat' } };
const TURNS = 8;

const textOf = (request: Received): string => JSON.stringify(messagesOf(request));
/** Returns the first id before a shortened result in a request. */
const idIn = (request: Received): string | undefined =>
  /#([\da-f]{8})(?!\.)/.exec(textOf(request))?.[1];

function resultOf(person: string, turn: number): string {
  const lines = Array.from({ length: 200 }, (_, at) => `line ${at}: ${person} record ${at * 7919}`);
  return `${lines.join('\n')} of ${turn}`;
}

/** Starts a proxy in memory, or with stores as the commands have. */
async function serveAll(model: string, isStored: boolean): Promise<string> {
  const { url } = await serve(model, {
    compression: { contextLimit: 12_000, settings: { maxOutputTokens: 500 } },
    tools: ['recall', 'search_history'],
    ...(isStored && { originals: memoryOriginals(), sessions: memorySessions() }),
  });
  return url;
}

/** Has a client read large results, turn after turn. */
async function work(
  client: Client,
  { url, person, key }: { readonly url: string; readonly person: string; readonly key: string },
): Promise<void> {
  const history: object[] = [client.user(TASK)];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const { messages, calls } = await client.ask(url, history, true, key);
    history.push(...messages, ...client.results(calls, resultOf(person, turn)));
  }
}

const BOB = [
  ['another key', 'sk-key-of-bob', true],
  ['the same key', 'sk-key-of-alice', true],
  ['the same key, in memory', 'sk-key-of-alice', false],
] as const;

describe.each(CLIENTS)('two clients of $name with the same first message', (client) => {
  test.each(BOB)(
    'with %s do not recall or search what the other one removed',
    async (_, key, isStored) => {
      let alicesId: string | undefined;
      let answers: string | undefined;
      const model = await startModel((request, at) => {
        const text = textOf(request);
        if (text.includes('alice record')) alicesId ??= idIn(request);
        if (text.includes('search_history')) {
          answers = text;
          return { text: 'Done.' };
        }
        // Bob's second request.
        if (!text.includes('bob record')) return { calls: [{ id: `call_${at}`, ...SHELL }] };
        const search = { query: 'alice record 783981' };
        return {
          calls: [
            { id: 'call_search', name: 'search_history', input: search },
            { id: 'call_recall', name: 'recall', input: { id: alicesId! } },
          ],
        };
      });
      const url = await serveAll(model.url, isStored);
      await work(client, { url, person: 'alice', key: 'sk-key-of-alice' });
      expect(alicesId).toBeDefined();
      const history: object[] = [client.user(TASK)];
      for (const person of ['bob', 'nobody']) {
        const { messages, calls } = await client.ask(url, history, true, key);
        history.push(...messages, ...client.results(calls, `A bob record of ${person}.`));
      }
      // The question of the search itself has these words, too.
      expect(answers!.replace('alice record 783981', '')).not.toContain('alice record');
      expect(answers).toContain('nothing that was taken out holds any of these words');
      expect(answers).toContain('nothing was kept under it in this session');
    },
  );

  test.each(BOB)(
    'with %s and the same calls do not get what the model of the other one recalled',
    async (_, key, isStored) => {
      let hasRecalled = false;
      const model = await startModel((request) => {
        const text = textOf(request);
        const calls = text.match(/"cat/g)?.length ?? 0;
        const id = idIn(request);
        // Some servers number the calls of each conversation.
        const shell = { id: `call_${calls}`, ...SHELL };
        if (hasRecalled || id === undefined) return { calls: [shell] };
        hasRecalled = true;
        const recall = { id: 'call_recall', name: 'recall', input: { id, limit: 3 } };
        return { text: 'Alice only.', calls: [recall, shell] };
      });
      const url = await serveAll(model.url, isStored);
      await work(client, { url, person: 'alice', key: 'sk-key-of-alice' });
      const ofAlice = model.requests.length;
      expect(textOf(model.requests.at(-1)!)).toContain('Alice only');
      await work(client, { url, person: 'bob', key });
      for (const request of model.requests.slice(ofAlice)) {
        expect(textOf(request)).not.toMatch(/alice record|Alice only|"name":"recall"/);
        expect(client.check(messagesOf(request))).toEqual([]);
      }
    },
  );
});
