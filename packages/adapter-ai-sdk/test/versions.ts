import * as version7 from 'ai';
import * as version6 from 'ai-v6';
import * as internal6 from 'ai-v6/internal';
import { MockLanguageModelV3, simulateReadableStream } from 'ai-v6/test';
import * as internal7 from 'ai/internal';
import { MockLanguageModelV4 } from 'ai/test';
import type { AiSdkAdapter } from '../src/index.ts';

/** Versions 7 and 6. Version 6 is cast to 7: the names used here are the same in both. */
export const VERSIONS: readonly Version[] = [
  { version: 7, ai: version7, standardize: internal7.standardizePrompt, mock: MockLanguageModelV4 },
  {
    version: 6,
    ai: version6 as never,
    standardize: internal6.standardizePrompt as never,
    mock: MockLanguageModelV3 as never,
  },
];

interface Version {
  readonly version: 6 | 7;
  readonly ai: typeof version7;
  readonly standardize: typeof internal7.standardizePrompt;
  readonly mock: typeof MockLanguageModelV4;
}

export type Message = version7.ModelMessage;

/** The two ways in which a run returns its response. */
const WAYS = ['generate', 'stream'] as const;

export type Prompt = MockLanguageModelV4['doGenerateCalls'][number]['prompt'];

/** Returns the next output of the model for a prompt. */
export type Script = (prompt: Prompt, call: number) => Said;

export type Said =
  | { readonly text: string }
  | { readonly toolName: string; readonly input: unknown };

/** Usage as the provider counts it: one token per 3 characters, and 10 tokens read from its cache. */
function countedIn(prompt: Prompt) {
  const total = 10 + Math.ceil(JSON.stringify(prompt).length / 3);
  return { total, noCache: total - 10, cacheRead: 10, cacheWrite: 0 };
}

/** A model that follows a script, with `generate` and `stream`. */
export function scripted({ mock }: Version, script: Script): MockLanguageModelV4 {
  let calls = 0;
  const next = (prompt: Prompt) => {
    calls += 1;
    const said = script(prompt, calls);
    const content =
      'text' in said
        ? { type: 'text' as const, text: said.text }
        : {
            type: 'tool-call' as const,
            toolCallId: `call_${calls}`,
            toolName: said.toolName,
            input: JSON.stringify(said.input),
          };
    const unified = 'text' in said ? ('stop' as const) : ('tool-calls' as const);
    const usage = {
      inputTokens: countedIn(prompt),
      outputTokens: { total: 5, text: 5, reasoning: 0 },
    };
    return { content, finishReason: { unified, raw: undefined }, usage };
  };
  return new mock({
    // Otherwise the AI SDK would fetch the files.
    supportedUrls: { '*/*': [/^https:/] },
    doGenerate: ({ prompt }) => {
      const { content, ...others } = next(prompt);
      return Promise.resolve({ content: [content], warnings: [], ...others });
    },
    doStream: ({ prompt }) => {
      const { content, ...others } = next(prompt);
      const parts =
        content.type === 'text'
          ? [
              { type: 'text-start' as const, id: '1' },
              { type: 'text-delta' as const, id: '1', delta: content.text },
              { type: 'text-end' as const, id: '1' },
            ]
          : [content];
      const chunks = [
        { type: 'stream-start' as const, warnings: [] },
        ...parts,
        { type: 'finish' as const, ...others },
      ];
      return Promise.resolve({ stream: simulateReadableStream({ chunks }) });
    },
  });
}

/** The prompts that the model received, with `generate` or `stream`. */
export function promptsOf(model: MockLanguageModelV4): readonly Prompt[] {
  return [...model.doGenerateCalls, ...model.doStreamCalls].map(({ prompt }) => prompt);
}

/** The hook a run uses. */
export type Hook = 'prepareStep' | 'middleware';

export const HOOKS: readonly Hook[] = ['prepareStep', 'middleware'];

export interface Run {
  readonly version: Version;
  readonly way: (typeof WAYS)[number];
  readonly hook: Hook;
  readonly adapter: AiSdkAdapter;
  readonly model: MockLanguageModelV4;
  readonly tools: version7.ToolSet;
  readonly messages: Message[];
  readonly more?: object;
}

export interface Ran {
  readonly text: string;
  readonly answers: Message[];
}

/** Runs a loop of at most 30 steps. */
export async function run(given: Run): Promise<Ran> {
  const { version, way, hook, adapter, model, tools, messages, more = {} } = given;
  const { ai } = version;
  const isStep = hook === 'prepareStep';
  const options = {
    model: isStep ? model : ai.wrapLanguageModel({ model, middleware: adapter.middleware }),
    tools,
    messages,
    stopWhen: ai.stepCountIs(30),
    maxRetries: 0,
    ...(isStep ? { prepareStep: adapter.prepareStep } : {}),
    ...more,
  };
  if (way === 'generate') {
    const result = await ai.generateText(options);
    return { text: result.text, answers: answersOf(result) ?? [...result.response.messages] };
  }
  const result = ai.streamText({
    ...options,
    onError: ({ error }) => {
      throw error;
    },
  });
  const text = await result.text;
  const answers = answersOf({ responseMessages: await result.responseMessages });
  return { text, answers: answers ?? [...(await result.response).messages] };
}

/** Version 6 has no `responseMessages`: its last response holds the messages of all steps. */
function answersOf({ responseMessages }: { readonly responseMessages?: readonly Message[] }) {
  return responseMessages === undefined ? undefined : [...responseMessages];
}

/** Every combination of version, way and hook. */
export const RUNS = VERSIONS.flatMap((version) =>
  WAYS.flatMap((way) =>
    HOOKS.map((hook) => ({
      name: `version ${version.version}, ${way}, ${hook}`,
      version,
      way,
      hook,
    })),
  ),
);
