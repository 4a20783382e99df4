import { describe, expect, test } from 'vitest';
import type { RequestReport } from '../src/index.ts';
import { CLIENTS, type Client } from './clients.ts';
import { messagesOf, startModel, type Received } from './provider.ts';
import { serve } from './serve.ts';

const WINDOW = 12_000;
const TURNS = 34;
const TASK = 'Read every file. Never touch c.txt.';

function resultOf(turn: number): string {
  const lines = Array.from(
    { length: 120 },
    (_, line) => `line ${line} of file ${turn}: value_${(line * turn * 7919) % 100_003}`,
  );
  return lines.join('\n');
}

/** Runs a session past the window. Returns the requests that the provider received. */
async function runSession(
  client: Client,
  isStream: boolean,
  options: Parameters<typeof serve>[1] = {},
): Promise<readonly Received[]> {
  const model = await startModel((_, at) => ({
    text: `Step ${at}.`,
    calls: [{ id: `call_${at}`, name: 'bash', input: { command: `cat ${at}` } }],
  }));
  const proxy = await serve(model.url, {
    compression: { contextLimit: WINDOW, settings: { maxOutputTokens: 1_000 } },
    ...options,
  });
  const history: object[] = [client.user(TASK)];
  for (let turn = 1; turn <= TURNS; turn += 1) {
    const { messages, calls } = await client.ask(proxy.url, history, isStream);
    history.push(...messages, ...client.results(calls, resultOf(turn)));
  }
  return model.requests;
}

function hasPrefix(longer: Received, shorter: Received): boolean {
  const [all, start] = [messagesOf(longer), messagesOf(shorter)];
  return start.every((message, at) => JSON.stringify(message) === JSON.stringify(all[at]));
}

describe.each(CLIENTS)('a session of $name', (client) => {
  test.each([true, false])(
    'stays in the window, valid, with a stable prefix and the demands, when streams are %s',
    async (isStream) => {
      const reports: RequestReport[] = [];
      const requests = await runSession(client, isStream, {
        onRequest: (report) => reports.push(report),
      });
      expect(requests).toHaveLength(TURNS);
      for (const request of requests) {
        expect(client.check(messagesOf(request))).toEqual([]);
        expect(request.bytes.length / 4).toBeLessThan(WINDOW);
      }
      expect(JSON.stringify(messagesOf(requests.at(-1)!))).toContain(TASK);
      const stable = requests.filter((one, at) => at > 0 && hasPrefix(one, requests[at - 1]!));
      expect(stable.length).toBeGreaterThan(0.7 * TURNS);
      const sum = (name: 'bytesGiven' | 'bytesSent'): number =>
        reports.reduce((total, report) => total + report[name], 0);
      expect(reports).toHaveLength(TURNS);
      expect(sum('bytesSent')).toBeLessThan(0.55 * sum('bytesGiven'));
      expect(reports.at(-1)).toMatchObject({ isShortened: true, api: client.name, status: 200 });
      expect(reports.at(-1)!.usage?.promptTokens).toBeGreaterThan(1_000);
    },
  );
});
