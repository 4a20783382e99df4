import {
  FunctionTool,
  Model,
  type BaseModelConfig,
  type Message,
  type ModelStreamEvent,
} from '@strands-agents/sdk';

/** Example tool; use your own. */
export const bash = new FunctionTool({
  name: 'bash',
  description: 'Runs a command.',
  inputSchema: { type: 'object', properties: { command: { type: 'string' } } },
  callback: (input) => {
    const { command } = input as { command: string };
    return Array.from({ length: 300 }, (_, line) => `ok ${line} of ${command} passed`).join('\n');
  },
});

/** Example model; use your own. It works three steps, recalls what it misses, and ends. */
export class ExampleModel extends Model {
  step = 0;

  getConfig(): BaseModelConfig {
    return { modelId: 'example' };
  }

  updateConfig(): void {}

  async *stream(messages: Message[]): AsyncIterable<ModelStreamEvent> {
    this.step += 1;
    const sent = JSON.stringify(messages);
    const [, id = ''] = /#([\da-f]{8})/.exec(sent) ?? [];
    const isDone = this.step === 5;
    const [name, input] =
      this.step === 4
        ? ['recall', { id, offset: 300, limit: 1 }]
        : ['bash', { command: `make test-${this.step}` }];
    const toolUse = { type: 'toolUseStart', name, toolUseId: `call_${this.step}` };
    const delta = isDone
      ? { type: 'textDelta', text: 'All green.' }
      : { type: 'toolUseInputDelta', input: JSON.stringify(input) };
    const inputTokens = Math.ceil(sent.length / 4);
    yield* [
      { type: 'modelMessageStartEvent', role: 'assistant' },
      { type: 'modelContentBlockStartEvent', ...(isDone ? {} : { start: toolUse }) },
      { type: 'modelContentBlockDeltaEvent', delta },
      { type: 'modelContentBlockStopEvent' },
      { type: 'modelMessageStopEvent', stopReason: isDone ? 'endTurn' : 'toolUse' },
      {
        type: 'modelMetadataEvent',
        usage: { inputTokens, outputTokens: 20, totalTokens: inputTokens + 20 },
      },
    ] as ModelStreamEvent[];
  }
}
