import { Agent, MemorySession, Runner, tool } from '@openai/agents';
import {
  assistantMessage,
  functionCall,
  modelResponder,
  ScriptedModel,
} from '@openai/agents/testing';
import { openaiAgentsAdapter } from '@palimpsest/adapter-openai-agents';

const adapter = openaiAgentsAdapter({
  settings: { 'context-limit': 6_000, maxOutputTokens: 200 },
  onPrepared: ({ kind, tokensBefore, tokensAfter }) => console.log(kind, tokensBefore, tokensAfter),
});
const { callModelInputFilter, recallTool } = adapter;

const runner = new Runner({ callModelInputFilter, tracingDisabled: true });
adapter.watchUsage(runner);

const bash = tool({
  name: 'bash',
  description: 'Runs a suite of tests.',
  strict: false,
  parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
  execute: (input) => printed(input as { suite: number }),
});

const agent = new Agent({ name: 'fixer', model: model(), tools: [bash, recallTool] });
const session = new MemorySession();
const { finalOutput } = await runner.run(agent, 'Make it green.', { session });
console.log(finalOutput, JSON.stringify(await session.getItems()).length > 36_000);

/** Example model: it runs three suites, recalls a removed line, and ends. */
function model() {
  const runs = [1, 2, 3].map((suite) => [functionCall('bash', { suite }, { callId: `c${suite}` })]);
  const recall = modelResponder(({ request }) => {
    const [, id = ''] = /#([\da-f]{8})/.exec(JSON.stringify(request.input))!;
    return [functionCall('recall', { id, offset: 500, limit: 1 }, { callId: 'c4' })];
  });
  return new ScriptedModel([...runs, recall, [assistantMessage('It is green.')]]);
}

function printed({ suite }: { suite: number }): string {
  return Array.from({ length: 500 }, (_, at) => `ok ${at} of suite ${suite} passed`).join('\n');
}
