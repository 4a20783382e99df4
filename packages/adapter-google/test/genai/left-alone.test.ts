import { GoogleGenAI } from '@google/genai';
import { GoogleGenAI as GoogleGenAI2 } from 'genai-v2';
import { expect, test } from 'vitest';
import { googleAdapter } from '../../src/index.ts';
import { output, SMALL } from '../work.ts';

/** A client whose requests are recorded, and which always gets the same JSON response. */
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

test('leaves an interaction that continues a server-managed one unchanged', async () => {
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

test('the types of client 2.x accept `fetch` and the recall tool of the adapter', async () => {
  const google = googleAdapter({ fetch: async () => Response.json({}) });
  const ai = new GoogleGenAI2({ apiKey: 'none', httpOptions: { fetch: google.fetch } });
  const chat = ai.chats.create({ model: 'gemini-test', config: { tools: [google.recallTool] } });
  await chat.sendMessage({ message: 'Hi' });
  expect(chat.getHistory()).toHaveLength(2);
});
