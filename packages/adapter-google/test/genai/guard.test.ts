import { GoogleGenAI, type CallableTool, type Part } from '@google/genai';
import { expect, test } from 'vitest';
import { describeGuard } from '../../../adapter/test/guard-contract.ts';
import { googleAdapter } from '../../src/index.ts';
import { fakeGemini } from './fake-gemini.ts';

const MAX_CALLS = 200;

function toolOf(name: string, run: (name: string, input: unknown) => string): CallableTool {
  return {
    tool: async () => ({ functionDeclarations: [{ name, description: 'Works.' }] }),
    callTool: async (calls) =>
      calls.flatMap((call): Part[] => {
        if (call.name !== name) return [];
        return [{ functionResponse: { name, response: { output: run(name, call.args) } } }];
      }),
  };
}

describeGuard('callable tools', async ({ task, settings, toolNames, next, run }) => {
  const server = fakeGemini(({ contents }): Part[] => {
    const call = next(contents);
    return call === undefined
      ? [{ text: 'Done.' }]
      : [{ functionCall: { name: call.name, args: { ...call.input } } }];
  });
  const google = googleAdapter({ settings, fetch: server.fetch });
  const ai = new GoogleGenAI({ apiKey: 'none', httpOptions: { fetch: google.fetch } });
  const chat = ai.chats.create({
    model: 'gemini-test',
    config: {
      tools: toolNames.map((name) => google.guard(toolOf(name, run))),
      automaticFunctionCalling: { maximumRemoteCalls: MAX_CALLS },
    },
  });
  await chat.sendMessage({ message: task });
});

test('the calls of a turn are answered in order, each by its own tool', async () => {
  const call = { name: 'Read', args: { file_path: 'a' } };
  const server = fakeGemini((_sent, at) =>
    at < 14 ? [{ functionCall: call }] : [{ text: 'Done.' }],
  );
  const settings = { 'context-limit': 6_000, maxOutputTokens: 200 };
  const google = googleAdapter({ settings, fetch: server.fetch });
  const ai = new GoogleGenAI({ apiKey: 'none', httpOptions: { fetch: google.fetch } });
  const noise = Array.from({ length: 120 }, (_, line) => `ok ${line} passed`).join('\n');
  const read = toolOf('Read', () => noise);
  const config = { tools: [read], automaticFunctionCalling: { maximumRemoteCalls: MAX_CALLS } };
  await ai.models.generateContent({ model: 'gemini-test', contents: 'Go on.', config });

  const write = google.guard(toolOf('Write', () => 'written'));
  const calls = ['…12', 'whole'].map((content) => ({ name: 'Write', args: { content } }));
  const parts = await write.callTool([...calls, call]);
  expect(parts.map(({ functionResponse }) => Object.keys(functionResponse!.response!))).toEqual([
    ['error'],
    ['output'],
  ]);
});
