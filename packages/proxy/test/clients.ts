import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import { checkAnthropic } from '../../formats/test/checker/check-anthropic.ts';
import { checkGemini } from '../../formats/test/checker/check-gemini.ts';
import { checkOpenAIResponses } from '../../formats/test/checker/check-openai-responses.ts';
import { checkOpenAI } from '../../formats/test/checker/check-openai.ts';
import type { FormatProblem } from '../../formats/test/checker/format-problem.ts';
import OpenAI from 'openai';

type Messages = readonly object[];

/** A response as a client reads it. */
interface ClientResponse {
  /** What the client appends to its history. */
  readonly messages: Messages;
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string }[];
}

/** The official client of an API: an independent reader of responses. */
export interface Client {
  readonly name: string;
  ask(url: string, history: Messages, isStream: boolean, apiKey?: string): Promise<ClientResponse>;
  user(text: string): object;
  /** Returns the messages with the results of calls, all with the same text. */
  results(calls: ClientResponse['calls'], text: string): Messages;
  check(messages: Messages): readonly FormatProblem[];
}

const SCHEMA = { type: 'object' as const, properties: { command: { type: 'string' as const } } };
/** The sentence of a tool's description that is left out of a shortened one. */
export const DETAIL = 'Long output goes to a file in the folder of the session.';
const SHELL = { name: 'bash', description: `Runs a command. ${DETAIL}` };
const MODEL = 'scripted';
const KEY = 'sk-secret-key';

const anthropicClient: Client = {
  name: 'anthropic',
  user: (content) => ({ role: 'user', content }),
  results: (calls, content) => [
    {
      role: 'user',
      content: calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content })),
    },
  ],
  check: (messages) => checkAnthropic(messages as never),
  async ask(url, history, isStream, apiKey = KEY) {
    const client = new Anthropic({ apiKey, maxRetries: 0, baseURL: url });
    const body = {
      model: MODEL,
      max_tokens: 1_000,
      system: 'Be brief.',
      messages: history as Anthropic.MessageParam[],
      tools: [{ ...SHELL, input_schema: SCHEMA }],
    };
    const { content } = isStream
      ? await client.messages.stream(body).finalMessage()
      : await client.messages.create(body);
    return {
      messages: [{ role: 'assistant', content }],
      text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
      calls: content.filter((block) => block.type === 'tool_use'),
    };
  },
};

const chatClient: Client = {
  name: 'openai',
  user: (content) => ({ role: 'user', content }),
  results: (calls, content) => calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content })),
  check: (messages) => checkOpenAI(messages as never),
  async ask(url, history, isStream, apiKey = KEY) {
    const client = new OpenAI({ apiKey, maxRetries: 0, baseURL: `${url}/v1` });
    const body = {
      model: MODEL,
      messages: history as OpenAI.ChatCompletionMessageParam[],
      tools: [{ type: 'function' as const, function: { ...SHELL, parameters: SCHEMA } }],
    };
    const { choices } = isStream
      ? await client.chat.completions.stream(body).finalChatCompletion()
      : await client.chat.completions.create(body);
    const { content, tool_calls: calls = [] } = choices[0]!.message;
    const called = calls.flatMap((call) =>
      call.type === 'function' ? [{ id: call.id, name: call.function.name }] : [],
    );
    const own = calls.length === 0 ? {} : { tool_calls: calls };
    return {
      messages: [{ role: 'assistant', content, ...own }],
      text: content ?? '',
      calls: called,
    };
  },
};

const responsesClient: Client = {
  name: 'openai-responses',
  user: (content) => ({ role: 'user', content }),
  results: (calls, output) =>
    calls.map(({ id }) => ({ type: 'function_call_output', call_id: id, output })),
  check: (messages) => checkOpenAIResponses(messages as never),
  async ask(url, history, isStream, apiKey = KEY) {
    const client = new OpenAI({ apiKey, maxRetries: 0, baseURL: `${url}/v1` });
    const body = {
      model: MODEL,
      store: false,
      input: history as OpenAI.Responses.ResponseInputItem[],
      tools: [{ type: 'function' as const, strict: false, ...SHELL, parameters: SCHEMA }],
    };
    const { output } = isStream
      ? await client.responses.stream(body).finalResponse()
      : await client.responses.create(body);
    const texts = output.flatMap((item) => (item.type === 'message' ? item.content : []));
    return {
      messages: output,
      text: texts.map((part) => (part.type === 'output_text' ? part.text : '')).join(''),
      calls: output.flatMap((item) =>
        item.type === 'function_call' ? [{ id: item.call_id, name: item.name }] : [],
      ),
    };
  },
};

const geminiClient: Client = {
  name: 'gemini',
  user: (text) => ({ role: 'user', parts: [{ text }] }),
  results: (calls, output) => [
    {
      role: 'user',
      parts: calls.map(({ id, name }) => ({
        functionResponse: { id, name, response: { output } },
      })),
    },
  ],
  check: (messages) => checkGemini(messages),
  async ask(url, history, isStream, apiKey = KEY) {
    const { models } = new GoogleGenAI({ apiKey, httpOptions: { baseUrl: url } });
    const given = {
      model: MODEL,
      contents: history as never,
      config: { tools: [{ functionDeclarations: [{ ...SHELL, parametersJsonSchema: SCHEMA }] }] },
    };
    const chunks = [];
    if (isStream) {
      for await (const chunk of await models.generateContentStream(given)) chunks.push(chunk);
    } else chunks.push(await models.generateContent(given));
    // Gemini CLI gives calls ids of its own.
    const parts = chunks
      .flatMap((chunk) => chunk.candidates?.[0]?.content?.parts ?? [])
      .map((part, at) =>
        part.functionCall === undefined
          ? part
          : { functionCall: { ...part.functionCall, id: `own_${history.length}_${at}` } },
      );
    return {
      messages: [{ role: 'model', parts }],
      text: parts.map(({ text = '' }) => text).join(''),
      calls: parts.flatMap(({ functionCall: call }) =>
        call === undefined ? [] : [{ id: call.id ?? '', name: call.name ?? '' }],
      ),
    };
  },
};

export const CLIENTS: readonly Client[] = [
  anthropicClient,
  chatClient,
  responsesClient,
  geminiClient,
];
