import {
  Agent,
  Runner,
  tool,
  Usage,
  type AgentInputItem,
  type ModelResponse,
} from '@openai/agents';
import {
  assistantMessage,
  functionCall,
  modelResponder,
  ScriptedModel,
} from '@openai/agents/testing';
import type { OpenAIAgentsAdapter } from '../src/index.ts';
import { listUnpaired, printed, shownIds, type Half } from '../../adapter/test/work.ts';

export { printed, shownIds, SMALL } from '../../adapter/test/work.ts';

export function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}

/** A model that calls `bash` `steps` times, recalls the first id it was sent, if any, and ends. */
export function working(steps: number, run = 'a', inputTokens = 0): ScriptedModel {
  const counted = {
    requests: 1,
    inputTokens,
    outputTokens: 10,
    totalTokens: inputTokens + 10,
    inputTokensDetails: { cached_tokens: 5 },
  };
  const answer = (item: ModelResponse['output'][number]): ModelResponse => ({
    usage: new Usage(counted),
    output: [item],
    responseId: 'r',
  });
  const calls = Array.from({ length: steps }, (_, at) =>
    modelResponder(() =>
      answer(functionCall('bash', { at: at + 1 }, { callId: `call_${run}_${at + 1}` })),
    ),
  );
  const recall = modelResponder(({ request }) =>
    answer(
      functionCall(
        'recall',
        { id: shownIds(request.input)[0] ?? 'none' },
        { callId: `recall_${run}` },
      ),
    ),
  );
  return new ScriptedModel([
    ...calls,
    recall,
    modelResponder(() => answer(assistantMessage('The build is green.'))),
  ]);
}

export const inputsOf = (model: ScriptedModel): AgentInputItem[][] =>
  model.calls.map(({ request }) => request.input as AgentInputItem[]);

/** A tool that fails at every fifth step. */
const bash = tool({
  name: 'bash',
  description: 'Runs a command.',
  strict: false,
  parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
  execute: (input) => {
    const { at } = input as { at: number };
    if (at % 5 === 0) throw new Error(`${printed(at)}\nbroken pipe`);
    return printed(at);
  },
});

export function agentOf(model: ScriptedModel, adapter: OpenAIAgentsAdapter): Agent {
  const tools = [bash, adapter.recallTool];
  return new Agent({ name: 'fixer', instructions: 'You fix builds.', model, tools });
}

export const runner = (): Runner => new Runner({ tracingDisabled: true });

/** Texts of tool results, by call id. */
export function resultsIn(items: readonly AgentInputItem[]): Map<string, string> {
  return new Map(
    items.flatMap((item) =>
      item.type === 'function_call_result'
        ? [
            [
              item.callId,
              typeof item.output === 'string'
                ? item.output
                : (item.output as { text: string }).text,
            ],
          ]
        : [],
    ),
  );
}

/** Lists calls without a result, and results without a call. */
export function pairProblems(items: readonly AgentInputItem[]): string[] {
  return listUnpaired(
    items.flatMap((item): Half[] => {
      if (item.type === 'function_call') return [['call', item.callId]];
      return item.type === 'function_call_result' ? [['result', item.callId]] : [];
    }),
  );
}
