import { checkGeminiResponse } from './check-result-parts.ts';
import { checkExecutedCode } from './check-hosted-calls.ts';
import { checkMessages, KINDS, type CheckOptions } from './check-steps.ts';
import type { FormatProblem } from './format-problem.ts';
import type { GeminiContent } from '../../src/formats/gemini.ts';
import {
  isObject,
  isRecord,
  listOf,
  membersOf,
  textOf,
  type Members,
} from '../../src/framework/values.ts';

/**
 * Returns what Gemini refuses, in the order of the contents; an empty list for valid contents. The first content must be the user's, a call
 * follows the user or a result, and the next user content must have the results of all calls (ai.google.dev/api/generate-content). Leading
 * `system` contents stand for the system instruction and are accepted. To check a request body, check the output of `geminiRequest`. Linear.
 */
export function checkGemini(
  contents: readonly GeminiContent[],
  options: CheckOptions = {},
): FormatProblem[] {
  const rules = { mergesTurns: true, oneAnswer: true, startsWithUser: true, callFollowsUser: true };
  let isStart = true;
  const hosted: FormatProblem[] = [];
  checkExecutedCode(contents, (index, message) =>
    hosted.push({ index, rule: 'hosted-call', message }),
  );
  const problems = checkMessages(contents, rules, options, (content, report) => {
    const speaker = ROLES.get(content.role);
    isStart &&= speaker === 'system';
    if (speaker === undefined || (speaker === 'system' && !isStart)) {
      report('role', `role ${String(content.role)} is not accepted here`);
    }
    const parts = listOf(content.parts).map(membersOf);
    // Also true without parts.
    if (parts.every(({ text, thoughtSignature: seal }) => text === '' && seal === undefined)) {
      report('empty-content', 'the content has no part with content');
    }
    for (const { functionResponse: answer } of parts) {
      if (!isRecord(answer)) continue;
      for (const problem of checkGeminiResponse(answer)) report('result-content', problem);
    }
    const calls = namesOf(parts.map(({ functionCall }) => functionCall));
    const results = namesOf(parts.map(({ functionResponse }) => functionResponse));
    const endsAnswers = results.length < parts.length;
    // An unknown role counts as an instruction: it ends pending calls.
    return { kind: KINDS[speaker ?? 'system'], calls, results, endsAnswers };
  });
  return [...hosted, ...problems].toSorted((a, b) => a.index - b.index);
}

const ROLES = new Map<unknown, 'human' | 'ai' | 'system'>([
  ['user', 'human'],
  [undefined, 'human'],
  ['function', 'human'],
  ['model', 'ai'],
  ['system', 'system'],
]);

function namesOf(parts: readonly unknown[]): { readonly id: string; readonly name: string }[] {
  return parts
    .filter(isObject)
    .map((part): Members => membersOf(part))
    .map(({ id, name }) => ({ id: textOf(id), name: textOf(name) }));
}
