import { GoogleGenAI, type Content } from '@google/genai';
import type { AdapterOptions, PreparedFacts } from '@palimpsest/adapter';
import { checkGemini } from '../../../formats/test/checker/check-gemini.ts';
import { expect, test } from 'vitest';
import { googleAdapter } from '../../src/index.ts';
import type { GoogleAdapterOptions } from '../../src/genai/google-adapter.ts';
import { output, SMALL, TASK } from '../work.ts';
import { fakeGemini } from './fake-gemini.ts';

const model = 'gemini-test';

function turns(steps: number): Content[] {
  const work = Array.from({ length: steps }, (_, at): Content[] => [
    {
      role: 'model',
      parts: [{ functionCall: { name: 'bash', args: { command: `make test-${at}` } } }],
    },
    {
      role: 'user',
      parts: [{ functionResponse: { name: 'bash', response: { output: output(at) } } }],
    },
  ]);
  return [{ role: 'user', parts: [{ text: TASK }] }, ...work.flat()];
}

function clientOf(options: GoogleAdapterOptions) {
  const { fetch } = googleAdapter(options);
  return new GoogleGenAI({ apiKey: 'none', httpOptions: { fetch } });
}

test('compresses a chat that continues after an empty response of the model', async () => {
  const answers = [[], [{ text: 'fine' }], [{ text: 'done' }]];
  const gemini = fakeGemini((_, at) => answers[at]!);
  const google = googleAdapter({ ...SMALL, fetch: gemini.fetch });
  const chat = new GoogleGenAI({ apiKey: 'none' }).chats.create({
    model,
    history: turns(12).concat({ role: 'model', parts: [{ text: 'Green.' }] }),
    config: { httpOptions: { fetch: google.fetch } },
  });
  for (const message of ['And main?', 'Are you there?', 'Push.'])
    await chat.sendMessage({ message });
  expect(gemini.sent).toHaveLength(3);
  for (const { contents, text } of gemini.sent) {
    expect(checkGemini(contents)).toEqual([]);
    expect(text.length).toBeLessThan(JSON.stringify(turns(12)).length / 2);
  }
  expect(chat.getHistory().slice(0, 25)).toEqual(turns(12));
  expect(gemini.sent[2]!.text).not.toContain('And main?');
});

test('reads the model, the system instruction and the output limit from the request', async () => {
  const heard: { readonly facts: PreparedFacts; readonly limit: number }[] = [];
  const gemini = fakeGemini(() => [{ text: 'ok' }]);
  const options: AdapterOptions = {
    contextLimit: (name) => (name === 'gemini-test' ? 50_000 : undefined),
    onPrepared: ({ budget }, facts) => heard.push({ facts, limit: budget.limit }),
  };
  const { models } = clientOf({ ...options, fetch: gemini.fetch });
  await models.generateContent({ model, contents: 'Hi' });
  const config = { systemInstruction: output(1), maxOutputTokens: 10_000 };
  await models.generateContent({ model, contents: 'Hi', config });
  expect(heard[0]!.facts.model).toBe(model);
  expect(heard[1]!.limit).toBeLessThan(50_000);
  expect(heard[1]!.limit).not.toBe(heard[0]!.limit);
});
