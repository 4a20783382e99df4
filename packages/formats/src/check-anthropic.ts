import { readPart, speakerOf, type AnthropicMessage } from './anthropic-read.ts';
import { checkPairs, type FormatProblem, type Step } from './check-pairs.ts';
import { listOf, textOf } from './values.ts';

/** What Anthropic would refuse: results stand in the next user message, before its text. Empty for a valid conversation. */
export function checkAnthropic(messages: readonly AnthropicMessage[]): FormatProblem[] {
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
  return [...problems, ...checkPairs(steps, rules)].toSorted((a, b) => a.index - b.index);
}

const KINDS = { ai: 'ai', human: 'user', tool: 'user', system: 'other' } as const;
