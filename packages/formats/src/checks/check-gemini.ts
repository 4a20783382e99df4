import { checkGeminiResponse } from './check-result-parts.ts';
import { checkSteps, KINDS, type CheckOptions, type Step } from './check-steps.ts';
import type { FormatProblem } from './format-problem.ts';
import { geminiReader, readPart, type GeminiContent } from '../gemini/read.ts';
import { isRecord, listOf } from '../values.ts';

/**
 * Returns what Gemini refuses, in the order of the contents; an empty list for valid contents. The first content is the user's, a call
 * follows the user or a result, and the next user content answers all calls at once (ai.google.dev/api/generate-content). Leading `system`
 * contents stand for the system instruction and are accepted; check what `geminiRequest` gives to see contents as they are sent. Linear.
 */
export function checkGemini(
  contents: readonly GeminiContent[],
  options: CheckOptions = {},
): FormatProblem[] {
  const problems: FormatProblem[] = [];
  let isStart = true;
  const steps = contents.map((content, index): Step => {
    const speaker = geminiReader.speakers.get(content.role);
    isStart &&= speaker === 'system';
    if (speaker === undefined || (speaker === 'system' && !isStart)) {
      const message = `role ${String(content.role)} is not accepted here`;
      problems.push({ index, rule: 'role', message });
    }
    const blocks = listOf(content.parts).map(readPart);
    if (blocks.every((block) => block.type === 'text' && block.text === '')) {
      const message = 'the content has no parts that say anything';
      problems.push({ index, rule: 'empty-content', message });
    }
    for (const part of listOf(content.parts)) {
      const answer = isRecord(part) ? part['functionResponse'] : undefined;
      if (!isRecord(answer)) continue;
      for (const message of checkGeminiResponse(answer)) {
        problems.push({ index, rule: 'result-content', message });
      }
    }
    const calls = blocks.filter((block) => block.type === 'tool_call');
    const results = blocks
      .filter((block) => block.type === 'tool_response')
      .map(({ callId, toolName }) => ({ id: callId, name: toolName }));
    const endsAnswers = results.length < blocks.length;
    return { index, kind: KINDS[speaker ?? 'system'], calls, results, endsAnswers };
  });
  const rules = { mergesTurns: true, oneAnswer: true, startsWithUser: true, callFollowsUser: true };
  return checkSteps(problems, steps, rules, options);
}
