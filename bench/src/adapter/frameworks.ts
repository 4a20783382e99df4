import Anthropic from '@anthropic-ai/sdk';
import { anthropicAdapter } from '@palimpsest/adapter-anthropic';
import { aiSdkAdapter } from '@palimpsest/adapter-ai-sdk';
import { langchainAdapter } from '@palimpsest/adapter-langchain';
import { openaiAdapter } from '@palimpsest/adapter-openai';
import { aiSdk, anthropic, langchain, openai, type Codec } from '@palimpsest/formats';
import { generateText, wrapLanguageModel } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { AIMessage, createAgent, fakeModel } from 'langchain';
import OpenAI from 'openai';
import { middle } from '../measure.ts';
import { makeTranscript } from '../transcript.ts';

/** One request of 1,000 messages that fit, through a framework alone and with its adapter. */
export interface FrameworkRow {
  readonly framework: string;
  readonly messages: number;
  readonly aloneMs: number;
  readonly withAdapterMs: number;
  /** The middle of the differences, call by call. */
  readonly addedMs: number;
}

/** Sends messages through a framework to a model that answers at once. */
type Send = (messages: readonly never[]) => Promise<unknown>;

interface Framework {
  readonly name: string;
  readonly codec: Codec;
  readonly alone: Send;
  readonly adapted: Send;
}

const CALLS = 40;
const contextLimit = 100_000_000;

const answered = {
  content: [{ type: 'text' as const, text: 'fine' }],
  finishReason: { unified: 'stop' as const, raw: undefined },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  },
  warnings: [],
};

function ofAiSdk(): Framework[] {
  const model = new MockLanguageModelV4({ doGenerate: answered });
  const { middleware } = aiSdkAdapter({ contextLimit });
  const { prepareStep } = aiSdkAdapter({ contextLimit });
  const wrapped = wrapLanguageModel({ model, middleware });
  const open = { allowSystemInMessages: true };
  const alone: Send = (messages) => generateText({ model, messages: [...messages], ...open });
  const common = { codec: aiSdk as Codec, alone };
  return [
    {
      ...common,
      name: 'AI SDK 7, prepareStep',
      adapted: (messages) => generateText({ model, messages: [...messages], ...open, prepareStep }),
    },
    {
      ...common,
      name: 'AI SDK 7, middleware',
      adapted: (messages) => generateText({ model: wrapped, messages: [...messages], ...open }),
    },
  ];
}

function ofOpenAI(): Framework {
  const fake = () =>
    Promise.resolve(
      Response.json({ choices: [{ message: { role: 'assistant', content: 'fine' } }] }),
    );
  const { fetch } = openaiAdapter({ contextLimit, fetch: fake });
  const sendWith =
    (client: OpenAI): Send =>
    (messages) =>
      client.chat.completions.create({ model: 'gpt-5', messages: [...messages] });
  return {
    name: 'openai 7, fetch',
    codec: openai as Codec,
    alone: sendWith(new OpenAI({ apiKey: 'none', fetch: fake })),
    adapted: sendWith(new OpenAI({ apiKey: 'none', fetch })),
  };
}

function ofAnthropic(): Framework {
  const fake = () =>
    Promise.resolve(
      Response.json({
        type: 'message',
        role: 'assistant',
        content: [{ type: 'text', text: 'fine' }],
      }),
    );
  const { middleware } = anthropicAdapter({ contextLimit });
  const sendWith =
    (client: Anthropic): Send =>
    (messages) =>
      client.messages.create({
        model: 'claude-opus-5-5',
        max_tokens: 500,
        messages: [...messages],
      });
  return {
    name: '@anthropic-ai/sdk 1, middleware',
    codec: anthropic as Codec,
    alone: sendWith(new Anthropic({ apiKey: 'none', fetch: fake })),
    adapted: sendWith(new Anthropic({ apiKey: 'none', fetch: fake, middleware: [middleware] })),
  };
}

function ofLangChain(): Framework {
  const sendWith = (middleware: Parameters<typeof createAgent>[0]['middleware']): Send => {
    const model = fakeModel();
    for (let call = 0; call <= CALLS; call += 1) model.respond(new AIMessage('fine'));
    const agent = createAgent({ model, tools: [], middleware: middleware ?? [] });
    return (messages) => agent.invoke({ messages: [...messages] });
  };
  return {
    name: 'langchain 1, wrapModelCall',
    codec: langchain as Codec,
    alone: sendWith([]),
    adapted: sendWith([langchainAdapter({ contextLimit }).middleware]),
  };
}

async function measure({ name, codec, alone, adapted }: Framework): Promise<FrameworkRow> {
  const size = 1_000;
  const history = openai.decode(JSON.parse(makeTranscript(size + 2 * CALLS, 1)));
  const said = history.filter(({ speaker }) => speaker !== 'system');
  // A model is asked when a person spoke, or when every call has its result.
  const asked = said.flatMap(({ speaker }, at) =>
    speaker !== 'ai' && said[at + 1]?.speaker === 'ai' ? [at + 1] : [],
  );
  const messages = codec.encode(said);
  const requests = asked.filter((length) => length >= size).slice(0, CALLS + 1);
  const rows: { readonly aloneMs: number; readonly withAdapterMs: number }[] = [];
  for (const [call, length] of requests.entries()) {
    const request = messages.slice(0, codec.encode(said.slice(0, length)).length) as never[];
    const row = {
      aloneMs: await timed(() => alone(request)),
      withAdapterMs: await timed(() => adapted(request)),
    };
    // The first one reads everything.
    if (call > 0) rows.push(row);
  }
  return {
    framework: name,
    messages: size,
    aloneMs: middle(rows.map(({ aloneMs }) => aloneMs)),
    withAdapterMs: middle(rows.map(({ withAdapterMs }) => withAdapterMs)),
    addedMs: middle(rows.map(({ aloneMs, withAdapterMs }) => withAdapterMs - aloneMs)),
  };
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** Each framework with and without its adapter. */
export async function frameworkRows(): Promise<FrameworkRow[]> {
  const rows: FrameworkRow[] = [];
  const frameworks = [...ofAiSdk(), ofOpenAI(), ofAnthropic(), ofLangChain()];
  for (const framework of frameworks) rows.push(await measure(framework));
  return rows;
}
