import { BaseLlm, FunctionTool, InMemoryRunner, LlmAgent, StreamingMode } from '@google/adk';
import type {
  BaseLlmConnection,
  LlmAgentConfig,
  LlmRequest,
  LlmResponse,
  Session,
} from '@google/adk';
import { setTimeout } from 'node:timers/promises';
import { nextCall, run, TASK } from '../work.ts';

type Contents = LlmRequest['contents'];
type Part = NonNullable<Contents[number]['parts']>[number];

export interface Script {
  /** Number of commands that the model runs. */
  readonly steps: number;
  /** Whether the model then recalls the first shortened text. @default true */
  readonly recalls?: boolean;
  /** Returns the token count to report for the contents. */
  readonly promptTokens?: (contents: Contents) => number;
}

/** A model that follows a script, and records the contents it receives. */
export class ScriptedLlm extends BaseLlm {
  readonly seen: Contents[] = [];
  readonly #script: Script;

  constructor(script: Script) {
    super({ model: 'gemini-test' });
    this.#script = script;
  }

  override async *generateContentAsync(
    { contents }: LlmRequest,
    streams = false,
  ): AsyncGenerator<LlmResponse, void> {
    this.seen.push(structuredClone(contents));
    const { steps, recalls = true, promptTokens } = this.#script;
    const at = this.seen.length - 1;
    const functionCall = recalls || at < steps ? nextCall(at, steps, contents) : undefined;
    const parts: Part[] =
      functionCall === undefined
        ? [{ text: 'Done.' }]
        : [{ text: 'Next.' }, { functionCall, thoughtSignature: 'c2ln' }];
    const promptTokenCount = promptTokens?.(contents);
    const usage = promptTokenCount === undefined ? {} : { usageMetadata: { promptTokenCount } };
    if (streams)
      yield { content: { role: 'model', parts: [{ text: 'Ne' }] }, partial: true, ...usage };
    yield { content: { role: 'model', parts }, ...usage };
  }

  override async connect(): Promise<BaseLlmConnection> {
    throw new Error('nobody speaks to it live');
  }
}

/** Runs a command of the script, and returns its output. */
export type Bash = (command: string) => unknown;

export interface Driven {
  readonly session: Session;
  readonly errors: readonly string[];
}

/** Runs an agent on one or more tasks. Returns the stored session and the errors. */
export async function drive(
  config: Omit<LlmAgentConfig, 'name'>,
  {
    bash = (command) => run({ command }),
    streams = false,
    tasks = [TASK],
  }: { bash?: Bash; streams?: boolean; tasks?: readonly string[] } = {},
): Promise<Driven> {
  const tool = new FunctionTool({
    name: 'bash',
    description: 'Runs a command.',
    parameters: { type: 'OBJECT', properties: { command: { type: 'STRING' } } } as never,
    execute: async (args) => {
      // Events of a session need different timestamps, in milliseconds.
      await setTimeout(2);
      return bash((args as { readonly command: string }).command);
    },
  });
  const agent = new LlmAgent({ name: 'worker', ...config, tools: [tool, ...(config.tools ?? [])] });
  const runner = new InMemoryRunner({ agent, appName: 'app' });
  const { id: sessionId } = await runner.sessionService.createSession({
    appName: 'app',
    userId: 'u',
  });
  const runConfig = streams ? { runConfig: { streamingMode: StreamingMode.SSE } } : {};
  const errors: string[] = [];
  for (const text of tasks) {
    const newMessage = { role: 'user', parts: [{ text }] };
    for await (const event of runner.runAsync({
      userId: 'u',
      sessionId,
      newMessage,
      ...runConfig,
    })) {
      if (event.errorMessage !== undefined) errors.push(event.errorMessage);
    }
  }
  const session = await runner.sessionService.getSession({
    appName: 'app',
    userId: 'u',
    sessionId,
  });
  return { session: session!, errors };
}
