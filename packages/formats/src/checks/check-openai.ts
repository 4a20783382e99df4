import { checkResultParts, OPENAI_PARTS } from './check-result-parts.ts';
import { checkSteps, type CallReference, type CheckOptions, type Step } from './check-steps.ts';
import type { FormatProblem } from './format-problem.ts';
import {
  OPAQUE_FIELDS,
  REASONING_FIELDS,
  SPEAKERS,
  type OpenAICall,
  type OpenAIMessage,
} from '../openai/read.ts';
import { isObject, listOf, textOf } from '../values.ts';

/**
 * Returns what chat completions refuse, in the order of the messages; an empty list for a valid conversation. Results directly follow the
 * message that calls (platform.openai.com/docs/api-reference/chat/create). Linear.
 */
export function checkOpenAI(
  messages: readonly OpenAIMessage[],
  options: CheckOptions = {},
): FormatProblem[] {
  const problems: FormatProblem[] = [];
  const steps = messages.map((message, index) => {
    const speaker = SPEAKERS.get(message.role);
    if (speaker === undefined) {
      problems.push({ index, rule: 'role', message: `${textOf(message.role)} is no role` });
    }
    if (isEmpty(message)) {
      problems.push({ index, rule: 'empty-content', message: 'the message says nothing' });
    }
    if (message.role === 'tool') {
      for (const problem of checkResultParts(message.content, OPENAI_PARTS, 1)) {
        problems.push({ index, rule: 'result-content', message: problem });
      }
    }
    return readStep(message, index);
  });
  const rules = { hasResultMessages: true };
  return checkSteps(problems, steps, rules, options);
}

function readStep(message: OpenAIMessage, index: number): Step {
  const speaker = SPEAKERS.get(message.role);
  const calls = listOf(message.tool_calls).map(readReference);
  const base = { index, calls: [], results: [], endsAnswers: true };
  if (speaker === 'ai') return { ...base, kind: 'ai', calls };
  if (message.role === 'tool') {
    const results = [{ id: textOf(message.tool_call_id), name: '' }];
    return { ...base, kind: 'user', results, endsAnswers: false };
  }
  // The legacy role answers a single call without an id.
  if (speaker === 'tool') return { ...base, kind: 'user', endsAnswers: false };
  return { ...base, kind: speaker === 'system' ? 'other' : 'user' };
}

function readReference(value: unknown): CallReference {
  const call: OpenAICall = isObject(value) ? value : {};
  return { id: textOf(call.id), name: '' };
}

function isEmpty(message: OpenAIMessage): boolean {
  if ((message.content ?? null) !== null) return false;
  if (listOf(message.tool_calls).length > 0 || isObject(message.function_call)) return false;
  return [...OPAQUE_FIELDS, ...REASONING_FIELDS].every((name) => (message[name] ?? null) === null);
}
