import {
  BaseLlm,
  FunctionTool,
  InMemoryRunner,
  LlmAgent,
  type BaseLlmConnection,
  type LlmRequest,
  type LlmResponse,
} from '@google/adk';
import { describeGuard, type GuardScript } from '../../../adapter/test/guard-contract.ts';
import { adkAdapter } from '../../src/adk/index.ts';

class ScriptedLlm extends BaseLlm {
  readonly #next: GuardScript['next'];

  constructor(next: GuardScript['next']) {
    super({ model: 'gemini-test' });
    this.#next = next;
  }

  override async *generateContentAsync({
    contents,
  }: LlmRequest): AsyncGenerator<LlmResponse, void> {
    const call = this.#next(contents);
    const part =
      call === undefined
        ? { text: 'Done.' }
        : { functionCall: { name: call.name, args: { ...call.input } } };
    yield { content: { role: 'model', parts: [part] } };
  }

  override async connect(): Promise<BaseLlmConnection> {
    throw new Error('nobody speaks to it live');
  }
}

describeGuard('callbacks of ADK', async ({ task, settings, toolNames, next, run }) => {
  const adk = adkAdapter({ settings });
  const agent = new LlmAgent({
    name: 'worker',
    model: new ScriptedLlm(next),
    tools: toolNames.map(
      (name) =>
        new FunctionTool({
          name,
          description: 'Works.',
          execute: (input) => ({ output: run(name, input) }),
        }),
    ),
    ...adk.callbacks,
    beforeToolCallback: adk.beforeToolCallback,
  });
  const runner = new InMemoryRunner({ agent, appName: 'app' });
  const user = { appName: 'app', userId: 'u' };
  const { id: sessionId } = await runner.sessionService.createSession(user);
  const newMessage = { role: 'user', parts: [{ text: task }] };
  const runConfig = { maxLlmCalls: 200 };
  const errors: string[] = [];
  for await (const event of runner.runAsync({ userId: 'u', sessionId, newMessage, runConfig })) {
    if (event.errorMessage !== undefined) errors.push(event.errorMessage);
  }
  return errors;
});
