// An agent of the OpenAI Agents SDK whose tools print more than its window holds. With OPENAI_API_KEY set, a real model works.
import { Agent, Runner, tool } from '@openai/agents';
import {
  assistantMessage,
  functionCall,
  modelResponder,
  ScriptedModel,
} from '@openai/agents/testing';
import { openaiAgentsAdapter } from '@palimpsest/adapter-openai-agents';

const adapter = openaiAgentsAdapter({
  settings: { 'context-limit': 6_000, maxOutputTokens: 200 },
  onPrepared({ kind, tokensBefore, tokensAfter }) {
    if (kind !== 'unchanged') console.log(`${tokensBefore} tokens became ${tokensAfter}`);
  },
});
const { callModelInputFilter, recallTool } = adapter;

const suite = tool({
  name: 'suite',
  description: 'Runs a suite of tests, from 1 to 4.',
  strict: false,
  parameters: {
    type: 'object',
    properties: { number: { type: 'integer' } },
    required: ['number'],
    additionalProperties: true,
  },
  execute: (input) => printed((input as { number: number }).number),
});

const agent = new Agent({
  name: 'tester',
  instructions: 'You run tests. Ask with recall for what was left out.',
  model: process.env['OPENAI_API_KEY'] === undefined ? scripted() : 'gpt-5-mini',
  tools: [suite, recallTool],
});
const runner = new Runner({ callModelInputFilter, tracingDisabled: true });
adapter.watchUsage(runner);
const task = 'Run suites 1 to 4, one after the other. What was the last line of suite 1?';
const { finalOutput } = await runner.run(agent, task);
console.log(finalOutput);

/** Runs four suites, asks for what it no longer sees, and ends. */
function scripted(): ScriptedModel {
  const runs = [1, 2, 3, 4].map((number) => [
    functionCall('suite', { number }, { callId: `call_${number}` }),
  ]);
  const recall = modelResponder(({ request }) => {
    const [, id] = /#([\da-f]{8})/.exec(JSON.stringify(request.input)) ?? [];
    return [functionCall('recall', { id, offset: 300 }, { callId: 'call_5' })];
  });
  return new ScriptedModel([...runs, recall, [assistantMessage('It passed.')]]);
}

function printed(number: number): string {
  return Array.from({ length: 300 }, (_, at) => `ok ${at} of suite ${number} passed`).join('\n');
}
