import { checkResultParts, OPENAI_PARTS } from './check-result-parts.ts';
import { checkMessages, type CheckOptions, type Step } from './check-steps.ts';
import type { FormatProblem } from './format-problem.ts';
import {
  OPAQUE_FIELDS,
  REASONING_FIELDS,
  SPEAKERS,
  type OpenAIMessage,
} from '../../src/openai/read.ts';
import { isObject, listOf, membersOf, textOf } from '../../src/values.ts';

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
    if (!SPEAKERS.has(role)) report('role', `${textOf(role)} is no role`);
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
  const speaker = SPEAKERS.get(message.role);
  const calls = listOf(message.tool_calls).map((call) => ({
    id: textOf(membersOf(call)['id']),
    name: '',
  }));
  const base = { calls: [], results: [], endsAnswers: true };
  if (speaker === 'ai') return { ...base, kind: 'ai', calls };
  if (message.role === 'tool') {
    const results = [{ id: textOf(message.tool_call_id), name: '' }];
    return { ...base, kind: 'user', results, endsAnswers: false };
  }
  // The legacy role answers a single call without an id.
  if (speaker === 'tool') return { ...base, kind: 'user', endsAnswers: false };
  return { ...base, kind: speaker === 'system' ? 'other' : 'user' };
}

function isEmpty(message: OpenAIMessage): boolean {
  if ((message.content ?? null) !== null) return false;
  if (listOf(message.tool_calls).length > 0 || isObject(message.function_call)) return false;
  return [...OPAQUE_FIELDS, ...REASONING_FIELDS].every((name) => (message[name] ?? null) === null);
}
