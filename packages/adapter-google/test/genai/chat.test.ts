import { GoogleGenAI, type CallableTool, type Part } from '@google/genai';
import { checkGemini } from '../../../formats/test/checker/check-gemini.ts';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import { GoogleGenAI as GoogleGenAI2 } from 'genai-v2';
import { expect, test } from 'vitest';
import { googleAdapter } from '../../src/index.ts';
import { nextCall, output, run, SMALL, TASK } from '../work.ts';
import { fakeGemini, type Sent } from './fake-gemini.ts';

const STEPS = 14;
const MAJORS = { '3.x': GoogleGenAI, '2.x': GoogleGenAI2 as unknown as typeof GoogleGenAI };
const VERSIONS = Object.keys(MAJORS) as (keyof typeof MAJORS)[];

const bash: CallableTool = {
  tool: async () => ({ functionDeclarations: [{ name: 'bash', description: 'Runs a command.' }] }),
  callTool: async (calls) =>
    calls
      .filter(({ name }) => name === 'bash')
      .map(({ args }): Part => ({
        functionResponse: { name: 'bash', response: { output: run(args) } },
      })),
};

const scripted = ({ contents }: Sent, at: number): Part[] => {
  const functionCall = nextCall(at, STEPS, contents);
  return functionCall === undefined ? [{ text: 'Done.' }] : [{ functionCall }];
};

function chatOf(version: keyof typeof MAJORS) {
  const gemini = fakeGemini(scripted);
  const google = googleAdapter({ ...SMALL, fetch: gemini.fetch });
  const ai = new MAJORS[version]({ apiKey: 'none', httpOptions: { fetch: google.fetch } });
  const chat = ai.chats.create({
    model: 'gemini-test',
    config: {
      tools: [bash, google.recallTool],
      automaticFunctionCalling: { maximumRemoteCalls: 30 },
    },
  });
  return { chat, gemini };
}

function expectFitting(sent: readonly Sent[]): void {
  for (const { contents } of sent) {
    expect(checkGemini(contents)).toEqual([]);
    const text = JSON.stringify(contents);
    const tokens = estimateEntryTokens([{ speaker: 'human', blocks: [{ type: 'text', text }] }]);
    expect(tokens).toBeLessThan(6_000);
  }
}

/** Checks that the last request holds the original of the first shortened text, as a recall result. */
function expectRecalled({ contents }: Sent): void {
  const { name, response } = contents.at(-1)!.parts![0]!.functionResponse!;
  expect(name).toBe('recall');
  expect(response!['output']).toContain(output(0));
}

test.each(VERSIONS)(
  '%s: a chat with automatic calls is sent reduced, and its history keeps the full results',
  async (version) => {
    const { chat, gemini } = chatOf(version);
    const { text } = await chat.sendMessage({ message: TASK });
    expect(text).toBe('Done.');
    expect(gemini.sent).toHaveLength(STEPS + 2);
    expectFitting(gemini.sent);
    expectRecalled(gemini.sent.at(-1)!);
    const history = chat.getHistory();
    expect(history).toHaveLength(2 + 2 * (STEPS + 1));
    for (let at = 0; at < STEPS; at += 1) {
      expect(history[2 + 2 * at]!.parts![0]!.functionResponse!.response).toEqual({
        output: output(at),
      });
    }
  },
);

test.each(VERSIONS)(
  '%s: a streamed chat is sent reduced, and its history keeps the full results',
  async (version) => {
    const { chat, gemini } = chatOf(version);
    let said = '';
    for await (const chunk of await chat.sendMessageStream({ message: TASK })) {
      said += chunk.candidates?.[0]?.content?.parts?.map(({ text = '' }) => text).join('') ?? '';
    }
    expect(said).toBe('Done.');
    expect(gemini.sent).toHaveLength(STEPS + 2);
    expectFitting(gemini.sent);
    expectRecalled(gemini.sent.at(-1)!);
    const results = chat
      .getHistory()
      .flatMap(({ parts = [] }) => parts.map((part) => part.functionResponse?.response));
    for (let at = 0; at < STEPS; at += 1) expect(results).toContainEqual({ output: output(at) });
  },
);
