import { readPart, speakerOf, type AnthropicMessage } from './anthropic-read.ts';
import { checkPairs, type FormatProblem, type Step } from './check-pairs.ts';
import { ANTHROPIC_PARTS, checkResultParts } from './check-result-parts.ts';
import { checkRoles, type CheckOptions } from './check-roles.ts';
import { isRecord, listOf, textOf } from './values.ts';

/** What Anthropic would refuse: results stand in the next user message, before its text. Empty for a valid conversation. */
export function checkAnthropic(
  messages: readonly AnthropicMessage[],
  { alternation = false }: CheckOptions = {},
): FormatProblem[] {
  const problems: FormatProblem[] = [];
  const report = (index: number, rule: FormatProblem['rule'], message: string): void => {
    problems.push({ index, rule, message });
  };
  const steps = messages.map((message, index): Step => {
    const { content } = message;
    const speaker = speakerOf(message.role);
    if (speaker === undefined) report(index, 'role', `${textOf(message.role)} is no role`);
    const blocks = listOf(content).map(readPart);
    if (textOf(content) === '' && blocks.length === 0) {
      report(index, 'empty-content', 'the message says nothing');
    }
    if (blocks.some((block) => block.type === 'text' && block.text === '')) {
      report(index, 'empty-content', 'a text block is empty');
    }
    for (const part of listOf(content)) {
      if (!isRecord(part) || part['type'] !== 'tool_result') continue;
      for (const problem of checkResultParts(part['content'], ANTHROPIC_PARTS)) {
        report(index, 'result-content', problem);
      }
    }
    let isAfterText = false;
    const calls = [];
    const results = [];
    for (const block of blocks) {
      if (block.type === 'tool_call') calls.push(block);
      else if (block.type === 'tool_response') {
        results.push({ id: block.callId, name: '', isAfterText });
      } else isAfterText = true;
    }
    const endsAnswers = isAfterText || typeof content === 'string';
    return { index, kind: KINDS[speaker ?? 'system'], calls, results, endsAnswers };
  });
  const rules = { mergesTurns: true, oneAnswer: false, hasUniqueIds: true };
  const roles = { startsWithUser: true, callFollowsUser: false, alternation };
  const found = [...problems, ...checkPairs(steps, rules), ...checkRoles(steps, roles)];
  return found.toSorted((a, b) => a.index - b.index);
}

const KINDS = { ai: 'ai', human: 'user', tool: 'user', system: 'other' } as const;
