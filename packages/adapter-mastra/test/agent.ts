import { Agent } from '@mastra/core/agent';
import { MastraLanguageModelV2Mock } from '@mastra/core/test-utils/llm-mock';
import { createTool } from '@mastra/core/tools';
import { listUnpaired, printed, shownIds, type Half, TASK } from '../../adapter/test/work.ts';
import type { MastraAdapter } from '../src/index.ts';

export { printed, shownIds, SMALL } from '../../adapter/test/work.ts';

/** A shell tool that prints `lines` lines, and fails at every fifth step. */
export const shell = (lines?: number) =>
  createTool({
    id: 'bash',
    description: 'Runs a command.',
    inputSchema: { type: 'object', properties: { command: { type: 'string' } } },
    execute: (input) => {
      const at = Number(/\d+$/.exec((input as { command: string }).command)?.[0]);
      if (at % 5 === 0) return Promise.reject(new Error(`make: *** no rule for test-${at}`));
      return Promise.resolve(printed(at, lines));
    },
  });

export interface Part {
  readonly type: string;
  readonly toolCallId?: string;
  readonly output?: { readonly type: string; readonly value: unknown };
}

export type Prompt = readonly { readonly role: string; readonly content: string | Part[] }[];

export type Said =
  | { readonly text: string }
  | { readonly toolName: string; readonly input: unknown };

/** Makes `steps` tool calls, recalls the first id it was shown, and ends. */
export function working(steps: number): (prompt: Prompt, call: number) => Said {
  let asked = false;
  return (prompt, call) => {
    if (call <= steps) return { toolName: 'bash', input: { command: `make test-${call}` } };
    const [id] = shownIds(prompt);
    if (asked || id === undefined) return { text: 'The build is green.' };
    asked = true;
    return { toolName: 'recall', input: { id } };
  };
}

/** A model that follows a script, with `generate` and `stream`, and records its requests. */
export function scripted(script: (prompt: Prompt, call: number) => Said) {
  const calls: { readonly prompt: Prompt; readonly tools: unknown }[] = [];
  const next = (asked: { readonly prompt: unknown; readonly tools?: unknown }) => {
    calls.push(structuredClone({ prompt: asked.prompt as Prompt, tools: asked.tools }));
    const said = script(calls.at(-1)!.prompt, calls.length);
    const inputTokens = countedIn(calls.at(-1)!.prompt);
    const usage = { inputTokens, outputTokens: 5, totalTokens: inputTokens + 5 };
    if ('text' in said) {
      const content = { type: 'text' as const, text: said.text };
      return { content, finishReason: 'stop' as const, usage };
    }
    const { toolName } = said;
    const call = {
      toolCallId: `call_${calls.length}`,
      toolName,
      input: JSON.stringify(said.input),
    };
    const content = { type: 'tool-call' as const, ...call };
    return { content, finishReason: 'tool-calls' as const, usage };
  };
  const model = new MastraLanguageModelV2Mock({
    doGenerate: (asked) => {
      const { content, ...others } = next(asked);
      return Promise.resolve({ content: [content], warnings: [], ...others });
    },
    doStream: (asked) => {
      const { content, ...others } = next(asked);
      const parts =
        content.type === 'text'
          ? [
              { type: 'text-start' as const, id: '1' },
              { type: 'text-delta' as const, id: '1', delta: content.text },
              { type: 'text-end' as const, id: '1' },
            ]
          : [content];
      const all = [
        { type: 'stream-start' as const, warnings: [] },
        ...parts,
        { type: 'finish' as const, ...others },
      ];
      const stream = new ReadableStream({
        start(controller) {
          for (const part of all) controller.enqueue(part);
          controller.close();
        },
      });
      return Promise.resolve({ stream });
    },
  });
  return { model, calls };
}

/** Token count of a prompt: about one token per 3 characters. */
export function countedIn(prompt: Prompt): number {
  const sent = JSON.stringify(prompt, (key, value: unknown) =>
    key === 'providerOptions' ? undefined : value,
  );
  return Math.ceil(sent.length / 3);
}

export function agentOf(
  adapter: MastraAdapter,
  { model }: ReturnType<typeof scripted>,
  tools: object,
): Agent {
  return new Agent({
    id: 'worker',
    name: 'Worker',
    instructions: 'You work.',
    model: model as never,
    tools: tools as never,
    inputProcessors: [adapter.processor],
  });
}

export interface Ran {
  readonly text: string;
  /** The messages that the application holds after the run. */
  readonly messages: unknown;
}

export const WAYS = {
  async generate(agent: Agent, more: object = {}, task = TASK): Promise<Ran> {
    const result = await agent.generate(task, { maxSteps: 30, ...more });
    return { text: result.text, messages: result.response.messages };
  },
  async stream(agent: Agent, more: object = {}, task = TASK): Promise<Ran> {
    const result = await agent.stream(task, { maxSteps: 30, ...more });
    const text = await result.text;
    return { text, messages: (await result.response).messages };
  },
} as const;

function partsOf(prompt: Prompt): readonly Part[] {
  return prompt.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
}

/** Tool results in a prompt, by call id. */
export function resultsIn(prompt: Prompt): Map<string, Part['output']> {
  const results = partsOf(prompt).filter(({ type }) => type === 'tool-result');
  return new Map(results.map(({ toolCallId = '', output }) => [toolCallId, output]));
}

/** Lists calls without a result, and results without a call before them. */
export function pairProblems(prompt: Prompt): string[] {
  return listUnpaired(
    partsOf(prompt).flatMap(({ type, toolCallId = '' }): Half[] => {
      if (type === 'tool-call') return [['call', toolCallId]];
      return type === 'tool-result' ? [['result', toolCallId]] : [];
    }),
  );
}
