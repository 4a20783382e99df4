// A chat of @google/genai that reads one long log after the other, in a window of 6,000 tokens. With GEMINI_API_KEY a real model does the work.
import { GoogleGenAI, type CallableTool, type Content, type Part } from '@google/genai';
import { googleAdapter } from '@palimpsest/adapter-google';

const apiKey = process.env['GEMINI_API_KEY'];
const google = googleAdapter({
  settings: { 'context-limit': 6_000, maxOutputTokens: 200 },
  ...(apiKey === undefined ? { fetch: fakeGemini } : {}),
  onPrepared: ({ kind, tokensBefore, tokensAfter }) => {
    if (kind !== 'unchanged') console.log(`${tokensBefore} tokens became ${tokensAfter}`);
  },
});
const ai = new GoogleGenAI({ apiKey: apiKey ?? 'none', httpOptions: { fetch: google.fetch } });

const logs: CallableTool = {
  tool: async () => ({
    functionDeclarations: [
      {
        name: 'read_log',
        description: 'Gives the log of a suite of tests, from 1 to 12.',
        parametersJsonSchema: { type: 'object', properties: { suite: { type: 'integer' } } },
      },
    ],
  }),
  callTool: async (calls) =>
    calls.flatMap(({ name, args }) =>
      name === 'read_log' ? [logOf(Number(args?.['suite']))] : [],
    ),
};

const chat = ai.chats.create({
  model: 'gemini-3.8-flash',
  config: {
    tools: [logs, google.recallTool],
    automaticFunctionCalling: { maximumRemoteCalls: 20 },
  },
});
const { text } = await chat.sendMessage({ message: 'Read all 12 logs. Which gate fails first?' });
console.log(text);
console.log(`The chat has ${JSON.stringify(chat.getHistory()).length} characters, all of them.`);

function logOf(suite: number): Part {
  const lines = Array.from({ length: 120 }, (_, line) => `ok ${line} of suite ${suite} passed`);
  const output = [...lines, `Error: gate_${suite} has no tariff`].join('\n');
  return { functionResponse: { name: 'read_log', response: { output } } };
}

/** Stands for a model: it reads every log, then recalls the first that was shortened. */
async function fakeGemini(...request: Parameters<typeof fetch>): Promise<Response> {
  const { contents } = (await new Request(...request).json()) as { contents: Content[] };
  const parts = contents.flatMap((content) => content.parts ?? []);
  const calls = parts.filter(({ functionCall }) => functionCall !== undefined).length;
  const [, id] = /#([\da-f]{8})/.exec(JSON.stringify(contents)) ?? [];
  const read = { functionCall: { name: 'read_log', args: { suite: calls + 1 } } };
  const recall = { functionCall: { name: 'recall', args: { id, offset: 121 } } };
  const said = { text: JSON.stringify(parts.at(-1)?.functionResponse?.response) };
  const part = calls < 12 ? read : calls === 12 ? recall : said;
  return Response.json({ candidates: [{ content: { role: 'model', parts: [part] } }] });
}
