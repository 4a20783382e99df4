import { checkResultParts, OPENAI_PARTS } from './check-result-parts.ts';
import { checkMessages, type CheckOptions, type Step } from './check-steps.ts';
import type { FormatProblem } from './format-problem.ts';
import type { OpenAIMessage } from '../../src/formats/openai.ts';
import { isObject, listOf, membersOf, textOf } from '../../src/framework/values.ts';

const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);

/**
 * Returns what chat completions refuse, in the order of the messages; an empty list for a valid conversation. Results directly follow the
 * message that calls (platform.openai.com/docs/api-reference/chat/create). Linear.
 */
export function checkOpenAI(
  messages: readonly OpenAIMessage[],
  options: CheckOptions = {},
): FormatProblem[] {
  return checkMessages(messages, { hasResultMessages: true }, options, (message, report) => {
    const { role, content } = message;
    if (!ROLES.has(role)) report('role', `${textOf(role)} is no role`);
    if (isEmpty(message)) report('empty-content', 'the message says nothing');
    if (role === 'tool') {
      for (const problem of checkResultParts(content, OPENAI_PARTS, 1)) {
        report('result-content', problem);
      }
    }
    return readStep(message);
  });
}

function readStep(message: OpenAIMessage): Omit<Step, 'index'> {
  const { role } = message;
  const calls = listOf(message.tool_calls).map((call) => ({
    id: textOf(membersOf(call)['id']),
    name: '',
  }));
  const base = { calls: [], results: [], endsAnswers: true };
  if (role === 'assistant') return { ...base, kind: 'ai', calls };
  if (role === 'tool') {
    const results = [{ id: textOf(message.tool_call_id), name: '' }];
    return { ...base, kind: 'user', results, endsAnswers: false };
  }
  // The legacy role answers a single call without an id.
  if (role === 'function') return { ...base, kind: 'user', endsAnswers: false };
  return { ...base, kind: role === 'user' ? 'user' : 'other' };
}

function isEmpty(message: OpenAIMessage): boolean {
  if ((message.content ?? null) !== null) return false;
  if (listOf(message.tool_calls).length > 0 || isObject(message.function_call)) return false;
  return (['refusal', 'audio', 'reasoning_content', 'reasoning'] as const).every(
    (name) => (message[name] ?? null) === null,
  );
}
