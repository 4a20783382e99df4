import { GoogleGenAI, type Content } from '@google/genai';
import { checkGemini } from '../../../formats/test/checker/check-gemini.ts';
import { deepFreeze } from '../../../conformance/src/deep-freeze.ts';
import { GoogleGenAI as GoogleGenAI2 } from 'genai-v2';
import { expect, test } from 'vitest';
import { googleAdapter, RECALL_DECLARATION } from '../../src/index.ts';
import { failuresIn, nextCall, output, run, SMALL, TASK } from '../work.ts';
import { everyPart } from './every-part.ts';
import { fakeGemini, type Sent } from './fake-gemini.ts';

const STEPS = 14;
const MAJORS = { '3.x': GoogleGenAI, '2.x': GoogleGenAI2 as unknown as typeof GoogleGenAI };
const VERSIONS = Object.keys(MAJORS) as (keyof typeof MAJORS)[];
const model = 'gemini-test';

const BASH = { name: 'bash', description: 'Runs a command.' };
const config = { tools: [{ functionDeclarations: [BASH, RECALL_DECLARATION] }] };

function scripted({ contents }: Sent, at: number) {
  const functionCall = nextCall(at, STEPS, contents);
  return functionCall === undefined
    ? [{ text: 'Done.' }]
    : [{ functionCall, thoughtSignature: 'c2ln' }];
}

/** Runs the loop of an application that keeps all contents, sends them frozen, and answers tool calls itself. */
async function loop(version: keyof typeof MAJORS, streams: boolean) {
  const gemini = fakeGemini(scripted);
  const google = googleAdapter({ ...SMALL, fetch: gemini.fetch });
  const { models } = new MAJORS[version]({ apiKey: 'none', httpOptions: { fetch: google.fetch } });
  const contents: Content[] = [{ role: 'user', parts: [{ text: TASK }] }];
  for (;;) {
    const request = { model, contents: deepFreeze(structuredClone(contents)), config };
    const parts = [];
    if (streams) {
      for await (const chunk of await models.generateContentStream(request)) {
        parts.push(...(chunk.candidates?.[0]?.content?.parts ?? []));
      }
    } else {
      const answer = await models.generateContent(request);
      parts.push(...answer.candidates![0]!.content!.parts!);
    }
    contents.push({ role: 'model', parts });
    const calls = parts.flatMap(({ functionCall }) => functionCall ?? []);
    if (calls.length === 0) return { contents, sent: gemini.sent };
    const own = calls
      .filter(({ name }) => name === 'bash')
      .map(({ args }) => ({ functionResponse: { name: 'bash', response: { output: run(args) } } }));
    contents.push({ role: 'user', parts: [...own, ...(await google.recallTool.callTool(calls))] });
  }
}

test.each(VERSIONS.flatMap((version) => [false, true].map((streams) => ({ version, streams }))))(
  '$version: sends the contents of an application loop reduced (streamed: $streams)',
  async ({ version, streams }) => {
    const { contents, sent } = await loop(version, streams);
    expect(sent).toHaveLength(STEPS + 2);
    let smaller = 0;
    for (const [at, one] of sent.entries()) {
      expect(checkGemini(one.contents)).toEqual([]);
      const given = JSON.stringify(contents.slice(0, 1 + 2 * at));
      if (JSON.stringify(one.contents).length < given.length / 1.5) smaller += 1;
    }
    expect(smaller).toBeGreaterThan(5);
    const recalled = contents.at(-2)!.parts![0]!.functionResponse!;
    expect(recalled).toMatchObject({
      name: 'recall',
      response: { output: expect.stringContaining(output(0)) },
    });
  },
);

test('contents with every kind of part stay valid and keep their last message when reduced', async () => {
  const gemini = fakeGemini(() => [{ text: 'ok' }]);
  const google = googleAdapter({ ...SMALL, fetch: gemini.fetch });
  const { models } = new GoogleGenAI({ apiKey: 'none', httpOptions: { fetch: google.fetch } });
  const calls = Array.from({ length: 12 }, (_, at): Content[] => [
    {
      role: 'model',
      parts: [{ functionCall: { name: 'bash', args: { command: `make test-${at}` } } }],
    },
    {
      role: 'user',
      parts: [{ functionResponse: { name: 'bash', response: { output: output(at) } } }],
    },
  ]).flat();
  const contents = [...calls, ...everyPart()];
  await models.generateContent({
    model,
    contents: [{ role: 'user', parts: [{ text: TASK }] }, ...contents],
  });
  const [{ contents: sent }] = gemini.sent as [Sent];
  expect(sent.length).toBeGreaterThan(0);
  expect(JSON.stringify(sent).length).toBeLessThan(JSON.stringify(contents).length / 2);
  expect(checkGemini(sent)).toEqual([]);
  const last = everyPart().at(-1);
  expect(sent.at(-1)).toEqual(last);
});

test('says of every failed tool result that it failed, after compression too', async () => {
  const gemini = fakeGemini(() => [{ text: 'ok' }]);
  const google = googleAdapter({ ...SMALL, fetch: gemini.fetch });
  const { models } = new GoogleGenAI({ apiKey: 'none', httpOptions: { fetch: google.fetch } });
  const contents = Array.from({ length: 12 }, (_, at): Content[] => [
    {
      role: 'model',
      parts: [{ functionCall: { name: 'bash', args: { command: `make test-${at}` } } }],
    },
    {
      role: 'user',
      parts: [{ functionResponse: { name: 'bash', response: { error: output(at) } } }],
    },
  ]).flat();
  await models.generateContent({
    model,
    contents: [{ role: 'user', parts: [{ text: TASK }] }, ...contents],
  });
  const [{ contents: sent, text }] = gemini.sent as [Sent];
  expect(text.length).toBeLessThan(JSON.stringify(contents).length / 2);
  const { recorded, errors } = failuresIn(sent);
  expect(recorded).toBeGreaterThan(6);
  expect(recorded + errors).toBe(12);
});
