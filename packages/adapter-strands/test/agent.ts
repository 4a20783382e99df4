import {
  Agent,
  ContextWindowOverflowError,
  FunctionTool,
  Model,
  type AgentConfig,
  type BaseModelConfig,
  type Message,
  type ModelStreamEvent,
  type StreamOptions,
  type Usage,
} from '@strands-agents/sdk';
import { listUnpaired, printed, type Half } from '../../adapter/test/work.ts';

export { printed, SMALL, TASK } from '../../adapter/test/work.ts';

/** A tool that prints, and fails at every fifth step. */
const shell = new FunctionTool({
  name: 'bash',
  description: 'Runs a command.',
  inputSchema: { type: 'object', properties: { command: { type: 'string' } } },
  callback: (input) => {
    const at = Number(/\d+$/.exec((input as { command: string }).command)?.[0]);
    if (at % 5 === 0) throw new Error(`make: *** no rule for test-${at}`);
    return printed(at);
  },
});

type Said = string | { readonly name: string; readonly input: unknown };
export type Script = (sent: readonly Message[], call: number) => Said;

/** Makes `steps` tool calls, recalls the first id it was shown, and ends. */
export function working(steps: number): Script {
  let hasRecalled = false;
  return (sent, call) => {
    if (call <= steps) return { name: 'bash', input: { command: `make test-${call}` } };
    const id = /#[\da-f]{8}/.exec(JSON.stringify(sent))?.[0];
    if (hasRecalled || id === undefined) return 'The build is green.';
    hasRecalled = true;
    return { name: 'recall', input: { id } };
  };
}

/** A model that follows a script, records its requests, and refuses those of more than `window` tokens. */
export class ScriptedModel extends Model {
  readonly requests: (readonly Message[])[] = [];
  readonly options: StreamOptions[] = [];
  readonly window: number;
  readonly script: Script;

  constructor(script: Script, window: number = Infinity) {
    super();
    this.script = script;
    this.window = window;
  }

  updateConfig(): void {}

  getConfig(): BaseModelConfig {
    return { modelId: 'scripted', maxTokens: 300 };
  }

  usageOf(messages: readonly Message[]): Usage {
    const inputTokens = countedIn(messages);
    return { inputTokens, outputTokens: 5, totalTokens: inputTokens + 5 };
  }

  async *stream(messages: Message[], options: StreamOptions = {}): AsyncIterable<ModelStreamEvent> {
    this.requests.push(messages);
    this.options.push(options);
    if (countedIn(messages) > this.window) throw new ContextWindowOverflowError('too long');
    const said = this.script(messages, this.requests.length);
    const isText = typeof said === 'string';
    const toolUse = { toolUseId: `call_${this.requests.length}`, name: isText ? '' : said.name };
    yield* [
      { type: 'modelMessageStartEvent', role: 'assistant' },
      {
        type: 'modelContentBlockStartEvent',
        ...(isText ? {} : { start: { type: 'toolUseStart', ...toolUse } }),
      },
      {
        type: 'modelContentBlockDeltaEvent',
        delta: isText
          ? { type: 'textDelta', text: said }
          : { type: 'toolUseInputDelta', input: JSON.stringify(said.input) },
      },
      { type: 'modelContentBlockStopEvent' },
      { type: 'modelMessageStopEvent', stopReason: isText ? 'endTurn' : 'toolUse' },
      { type: 'modelMetadataEvent', usage: this.usageOf(messages) },
    ] as ModelStreamEvent[];
  }
}

/** Token count of messages: about one token per 3 characters. */
export function countedIn(messages: readonly Message[]): number {
  return Math.ceil(
    JSON.stringify(messages.map(({ role, content }) => ({ role, content }))).length / 3,
  );
}

export function agentOf(model: Model, config: AgentConfig): Agent {
  return new Agent({ model, systemPrompt: 'You work.', printer: false, tools: [shell], ...config });
}

/** Lists calls without a result, and results without a call before them. */
export function pairProblems(messages: readonly Message[]): string[] {
  return listUnpaired(
    messages.flatMap(({ content }) =>
      content.flatMap((block): Half[] => {
        if (block.type === 'toolUseBlock') return [['call', block.toolUseId]];
        return block.type === 'toolResultBlock' ? [['result', block.toolUseId]] : [];
      }),
    ),
  );
}
