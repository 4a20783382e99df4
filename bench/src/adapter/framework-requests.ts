import Anthropic from '@anthropic-ai/sdk';
import { aiSdkAdapter } from '@palimpsest/adapter-ai-sdk';
import { anthropicAdapter } from '@palimpsest/adapter-anthropic';
import { langchainAdapter } from '@palimpsest/adapter-langchain';
import { openaiAdapter } from '@palimpsest/adapter-openai';
import { aiSdk } from '@palimpsest/formats/ai-sdk';
import { anthropic } from '@palimpsest/formats/anthropic';
import { langchain } from '@palimpsest/formats/langchain';
import { openai } from '@palimpsest/formats/openai';
import type { Codec } from '@palimpsest/formats';
import { generateText, wrapLanguageModel } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { AIMessage, createAgent, fakeModel } from 'langchain';
import OpenAI from 'openai';

/** Sends messages through a framework to a model that responds at once. */
type Send = (messages: readonly never[]) => Promise<unknown>;

export interface Framework {
  readonly name: string;
  readonly codec: Codec;
  readonly alone: Send;
  readonly adapted: Send;
}

/** Number of responses that the fake LangChain model holds; a further call fails. */
const MAX_CALLS = 100;
const contextLimit = 100_000_000;

const aiModel = new MockLanguageModelV4({
  doGenerate: {
    content: [{ type: 'text', text: 'fine' }],
    finishReason: { unified: 'stop', raw: undefined },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    },
    warnings: [],
  },
});
const aiAdapter = aiSdkAdapter({ contextLimit });
const { prepareStep } = aiSdkAdapter({ contextLimit });

function throughAiSdk(
  options: Pick<Parameters<typeof generateText>[0], 'model' | 'prepareStep'>,
): Send {
  return (messages) => generateText({ messages: [...messages], ...options });
}

const openaiFetch: typeof fetch = () =>
  Promise.resolve(
    Response.json({ choices: [{ message: { role: 'assistant', content: 'fine' } }] }),
  );

function throughOpenAI(fetch: typeof globalThis.fetch): Send {
  const client = new OpenAI({ apiKey: 'none', fetch });
  return (messages) => client.chat.completions.create({ model: 'gpt-5', messages: [...messages] });
}

const anthropicFetch: typeof fetch = () =>
  Promise.resolve(
    Response.json({
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text: 'fine' }],
    }),
  );

function throughAnthropic(middleware: NonNullable<ClientOptions['middleware']>): Send {
  const client = new Anthropic({ apiKey: 'none', fetch: anthropicFetch, middleware });
  const request = { model: 'claude-opus-5-5', max_tokens: 500 };
  return (messages) => client.messages.create({ ...request, messages: [...messages] });
}

type ClientOptions = NonNullable<ConstructorParameters<typeof Anthropic>[0]>;

function throughLangChain(
  middleware: NonNullable<Parameters<typeof createAgent>[0]['middleware']>,
): Send {
  const model = fakeModel();
  for (let call = 0; call < MAX_CALLS; call += 1) model.respond(new AIMessage('fine'));
  const agent = createAgent({ model, tools: [], middleware });
  return (messages) => agent.invoke({ messages: [...messages] });
}

export const FRAMEWORKS: readonly Framework[] = [
  {
    name: 'AI SDK 7, prepareStep',
    codec: aiSdk,
    alone: throughAiSdk({ model: aiModel }),
    adapted: throughAiSdk({ model: aiModel, prepareStep }),
  },
  {
    name: 'AI SDK 7, middleware',
    codec: aiSdk,
    alone: throughAiSdk({ model: aiModel }),
    adapted: throughAiSdk({
      model: wrapLanguageModel({ model: aiModel, middleware: aiAdapter.middleware }),
    }),
  },
  {
    name: 'openai 7, fetch',
    codec: openai,
    alone: throughOpenAI(openaiFetch),
    adapted: throughOpenAI(openaiAdapter({ contextLimit, fetch: openaiFetch }).fetch),
  },
  {
    name: '@anthropic-ai/sdk 1, middleware',
    codec: anthropic,
    alone: throughAnthropic([]),
    adapted: throughAnthropic([anthropicAdapter({ contextLimit }).middleware]),
  },
  {
    name: 'langchain 1, wrapModelCall',
    codec: langchain,
    alone: throughLangChain([]),
    adapted: throughLangChain([langchainAdapter({ contextLimit }).middleware]),
  },
];
