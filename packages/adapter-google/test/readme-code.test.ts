import { InMemoryRunner } from '@google/adk';
import { GoogleGenAI } from '@google/genai';
import { RECALL_TOOL } from '@palimpsest/originals/recall';
import { afterEach, expect, test, vi } from 'vitest';
import { ScriptedLlm } from './adk/scripted-agent.ts';
import { googleAdapter } from '../src/index.ts';
import { fakeGemini } from './genai/fake-gemini.ts';
import { agentOf } from './readme/agent.ts';
import { chat } from './readme/chat.ts';
import { work } from './readme/loop.ts';
import { firstId, output, run, SMALL, TASK } from './work.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the README chat offers `RECALL_TOOL` from the first request on', async () => {
  const gemini = fakeGemini(() => [{ text: 'Hi.' }]);
  vi.stubGlobal('fetch', gemini.fetch);
  expect((await chat.sendMessage({ message: 'Hi' })).text).toBe('Hi.');
  const { name, description, inputSchema } = RECALL_TOOL;
  expect(JSON.parse(gemini.sent[0]!.text)).toMatchObject({
    tools: [{ functionDeclarations: [{ name, description, parametersJsonSchema: inputSchema }] }],
  });
});

test('the README loop answers its own calls and those of the recall tool', async () => {
  const gemini = fakeGemini(({ contents }, at) => {
    if (at === 8) return [{ text: 'Done.' }];
    const bash = { name: 'bash', args: { command: `make test-${at}` } };
    return at < 7
      ? [{ functionCall: bash }]
      : [
          { functionCall: bash },
          { functionCall: { name: 'recall', args: { id: firstId(contents) } } },
        ];
  });
  const google = googleAdapter({ ...SMALL, fetch: gemini.fetch });
  const ai = new GoogleGenAI({ apiKey: 'none', httpOptions: { fetch: google.fetch } });
  const own = {
    declarations: [{ name: 'bash' }],
    answer: async ({
      functionCall,
    }: {
      functionCall?: { name?: string; args?: Record<string, unknown> };
    }) => [{ functionResponse: { name: 'bash', response: { output: run(functionCall?.args) } } }],
  };
  expect(await work(ai, google, own, [{ role: 'user', parts: [{ text: TASK }] }])).toBe('Done.');
  const [recalled] = gemini.sent.at(-1)!.contents.at(-1)!.parts!;
  expect(recalled!.functionResponse!.response!['output']).toContain(output(0));
});

test('the README agent runs and returns the text of the model', async () => {
  const runner = new InMemoryRunner({
    agent: agentOf(new ScriptedLlm({ steps: 0, recalls: false })),
    appName: 'app',
  });
  const { id: sessionId } = await runner.sessionService.createSession({
    appName: 'app',
    userId: 'u',
  });
  const said: string[] = [];
  const newMessage = { role: 'user', parts: [{ text: TASK }] };
  for await (const { content } of runner.runAsync({ userId: 'u', sessionId, newMessage })) {
    said.push(...(content?.parts ?? []).flatMap(({ text }) => text ?? []));
  }
  expect(said).toEqual(['Done.']);
});
