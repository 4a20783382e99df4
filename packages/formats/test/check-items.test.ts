import { describe, expect, test } from 'vitest';
import { protocol } from '@openai/agents';
import { checkAnthropic } from './checker/check-anthropic.ts';
import { checkGemini } from './checker/check-gemini.ts';
import type { Item } from '../src/items/dialect.ts';
import { checkOpenAIResponses } from './checker/check-openai-responses.ts';

const asked = { role: 'user', content: 'Make the tests green.' };

/** Calls and outputs of tools with item types of their own, with the members that they require. */
const TYPED = [
  [
    { type: 'shell_call', call_id: 'a', action: { commands: ['ls'] } },
    {
      type: 'shell_call_output',
      call_id: 'a',
      output: [{ stdout: 'a', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
    },
    ['action', 'commands'],
  ],
  [
    {
      type: 'local_shell_call',
      call_id: 'a',
      action: { type: 'exec', command: ['ls'], env: {} },
    },
    { type: 'local_shell_call_output', call_id: 'a', output: 'a' },
    ['action', 'type', 'command', 'env'],
  ],
  [
    {
      type: 'apply_patch_call',
      call_id: 'a',
      operation: { type: 'update_file', path: 'a.ts', diff: '+b' },
    },
    { type: 'apply_patch_call_output', call_id: 'a', status: 'completed' },
    ['operation', 'type', 'path', 'diff'],
  ],
  [
    { type: 'computer_call', call_id: 'a', action: { type: 'wait' } },
    { type: 'computer_call_output', call_id: 'a', output: { type: 'computer_screenshot' } },
    ['action', 'type'],
  ],
] as const;

describe.each(TYPED)('an item %o', (call, output, [input, ...members]) => {
  const problemsWith = (first: Item, second: Item = output) =>
    checkOpenAIResponses([asked, first, second]).map(({ index, rule }) => [index, rule]);

  test('is accepted as it is', () => {
    expect(problemsWith(call)).toEqual([]);
  });

  test.each(members)('is reported without %s', (member) => {
    const { [member]: _gone, ...rest } = (call as unknown as Record<string, object>)[
      input
    ] as Record<string, unknown>;
    expect(problemsWith({ ...call, [input]: rest })).toContainEqual([1, 'item-members']);
  });

  test.each(members)('is required by the Agents SDK to have %s', (member) => {
    // The SDK has no local shell of the Responses API.
    if (call.type === 'local_shell_call') return;
    const ofSdk = { type: call.type, callId: 'a', status: 'completed' };
    const given = (call as unknown as Record<string, Record<string, unknown>>)[input]!;
    const { [member]: _gone, ...rest } = given;
    expect(protocol.ModelItem.safeParse({ ...ofSdk, [input]: given }).success).toBe(true);
    expect(protocol.ModelItem.safeParse({ ...ofSdk, [input]: rest }).success).toBe(false);
  });

  test('is reported with an output that has no content of its type', () => {
    const { type, call_id } = output;
    expect(problemsWith(call, { type, call_id })).toContainEqual([2, 'item-members']);
  });
});

test('a deleted file needs no diff', () => {
  const operation = { type: 'delete_file', path: 'a.ts' };
  const call = { type: 'apply_patch_call', call_id: 'a', operation };
  expect(checkOpenAIResponses([asked, call])).toEqual([]);
});

/** Returns the rules that a message of the model breaks. */
function checkTurn(...content: object[]): string[] {
  return checkAnthropic([asked, { role: 'assistant', content }, asked]).map(({ rule }) => rule);
}

function checkContent(...parts: object[]): string[] {
  const user = { role: 'user', parts: [{ text: 'Count.' }] };
  return checkGemini([user, { role: 'model', parts }, user]).map(({ rule }) => rule);
}

describe('a hosted call without its counterpart is reported', () => {
  test('in the Responses API: an approval without its request', () => {
    const request = { type: 'mcp_approval_request', id: 'r', name: 'pay', arguments: '{}' };
    const response = { type: 'mcp_approval_response', approval_request_id: 'r', approve: true };
    expect(checkOpenAIResponses([asked, request, response])).toEqual([]);
    expect(checkOpenAIResponses([asked, response])).toMatchObject([{ rule: 'hosted-call' }]);
  });

  test('at Anthropic: a call, or a result', () => {
    const call = { type: 'server_tool_use', id: 's', name: 'web_search', input: {} };
    const result = { type: 'web_search_tool_result', tool_use_id: 's', content: [] };
    expect(checkTurn(call, result)).toEqual([]);
    expect(checkTurn(call)).toEqual(['hosted-call']);
    expect(checkTurn(result)).toEqual(['hosted-call']);
  });

  test('at Gemini: code, or its result', () => {
    const code = { executableCode: { language: 'PYTHON', code: 'print(1)' } };
    const result = { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } };
    expect(checkContent(code, result)).toEqual([]);
    expect(checkContent(code)).toEqual(['hosted-call']);
    expect(checkContent(result)).toEqual(['hosted-call']);
  });
});
