import { checkGeminiResponse } from './check-result-parts.ts';
import { checkExecutedCode } from './check-hosted-calls.ts';
import { checkMessages, KINDS, type CheckOptions } from './check-steps.ts';
import type { FormatProblem } from './format-problem.ts';
import { geminiReader, readPart, type GeminiContent } from '../../src/gemini/read.ts';
import { isRecord, listOf, membersOf } from '../../src/values.ts';

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
    const speaker = geminiReader.speakers.get(content.role);
    isStart &&= speaker === 'system';
    if (speaker === undefined || (speaker === 'system' && !isStart)) {
      report('role', `role ${String(content.role)} is not accepted here`);
    }
    const blocks = listOf(content.parts).map(readPart);
    // Also true without parts.
    if (blocks.every((block) => block.type === 'text' && block.text === '')) {
      report('empty-content', 'the content has no part with content');
    }
    for (const part of listOf(content.parts)) {
      const answer = membersOf(part)['functionResponse'];
      if (!isRecord(answer)) continue;
      for (const problem of checkGeminiResponse(answer)) report('result-content', problem);
    }
    const calls = blocks.filter((block) => block.type === 'tool_call');
    const results = blocks
      .filter((block) => block.type === 'tool_response')
      .map(({ callId, toolName }) => ({ id: callId, name: toolName }));
    const endsAnswers = results.length < blocks.length;
    // An unknown role counts as an instruction: it ends pending calls.
    return { kind: KINDS[speaker ?? 'system'], calls, results, endsAnswers };
  });
  return [...hosted, ...problems].toSorted((a, b) => a.index - b.index);
}
