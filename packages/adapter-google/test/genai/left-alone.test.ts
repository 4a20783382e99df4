import { GoogleGenAI } from '@google/genai';
import { GoogleGenAI as GoogleGenAI2 } from 'genai-v2';
import { expect, test } from 'vitest';
import { googleAdapter } from '../../src/index.ts';
import { output, SMALL } from '../work.ts';

/** A client whose requests are recorded, body and all, and answered with the same JSON. */
function recorded(answer: object, status = 200) {
  const sent: { readonly url: string; readonly body: unknown }[] = [];
  const google = googleAdapter({
    ...SMALL,
    fetch: async (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      sent.push({ url, body: input instanceof Request ? await input.text() : init?.body });
      return Response.json(answer, { status });
    },
  });
  const ai = new GoogleGenAI({ apiKey: 'none', httpOptions: { fetch: google.fetch } });
  return { ai, google, sent };
}

const long = Array.from({ length: 20 }, (_, at) => output(at)).join('\n');

test('an interaction that goes on from one the server holds is left alone', async () => {
  const { ai, sent } = recorded({ id: 'i2', status: 'completed', steps: [] });
  await ai.interactions.create({
    model: 'gemini-test',
    previous_interaction_id: 'i1',
    input: [{ type: 'user_input', content: [{ type: 'text', text: long }] }],
  });
  expect(sent).toHaveLength(1);
  expect(sent[0]!.url).toContain('/interactions');
  const body: unknown = JSON.parse(String(sent[0]!.body));
  expect(body).toMatchObject({
    previous_interaction_id: 'i1',
    input: [{ content: [{ text: long }] }],
  });
});

test('counts and embeddings are of what was asked', async () => {
  const { ai, sent } = recorded({ totalTokens: 1, embeddings: [] });
  await ai.models.countTokens({ model: 'gemini-test', contents: long });
  await ai.models.embedContent({ model: 'embedding-test', contents: long });
  expect(sent).toHaveLength(2);
  for (const { body } of sent) expect(body).toContain(JSON.stringify(long));
});

test('a body that is no JSON is for the server to refuse', async () => {
  const { google, sent } = recorded({});
  const url = 'https://host.example/v1/models/gemini-test:generateContent';
  for (const body of ['{', '[]', '{"contents":"words"}']) {
    await google.fetch(url, { method: 'POST', body });
    expect(sent.at(-1)!.body).toBe(body);
  }
});

test('a client of 2.x takes what is given, by its own types', async () => {
  const google = googleAdapter({ fetch: async () => Response.json({}) });
  const ai = new GoogleGenAI2({ apiKey: 'none', httpOptions: { fetch: google.fetch } });
  const chat = ai.chats.create({ model: 'gemini-test', config: { tools: [google.recallTool] } });
  await chat.sendMessage({ message: 'Hi' });
  expect(chat.getHistory()).toHaveLength(2);
});
