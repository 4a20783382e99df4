import { anthropicTable, type AnthropicMessage } from '../../src/anthropic/table.ts';
import { readPart } from '../../src/framework/part-table.ts';
import { ANTHROPIC_PARTS, checkResultParts } from './check-result-parts.ts';
import { checkHostedUses } from './check-hosted-calls.ts';
import { checkMessages, KINDS, type CheckOptions } from './check-steps.ts';
import type { FormatProblem } from './format-problem.ts';
import { isRecord, listOf, membersOf, textOf } from '../../src/framework/values.ts';

/**
 * Returns what the Messages API refuses, in the order of the messages; an empty list for a valid conversation. The first message is the
 * user's, and results are in the next user message, before its text (docs.anthropic.com/en/api/messages). `system` messages are accepted
 * anywhere. Linear.
 */
export function checkAnthropic(
  messages: readonly AnthropicMessage[],
  options: CheckOptions = {},
): FormatProblem[] {
  const rules = { mergesTurns: true, hasUniqueIds: true, startsWithUser: true };
  const hosted: FormatProblem[] = [];
  checkHostedUses(messages, (index, message) =>
    hosted.push({ index, rule: 'hosted-call', message }),
  );
  const problems = checkMessages(messages, rules, options, (message, report) => {
    const { content } = message;
    const speaker = anthropicTable.roles.get(message.role);
    if (speaker === undefined) report('role', `${textOf(message.role)} is no role`);
    const blocks = listOf(content).map((part) => readPart(anthropicTable, part, 'human'));
    if (textOf(content) === '' && blocks.length === 0) {
      report('empty-content', 'the message says nothing');
    }
    if (blocks.some((block) => block.type === 'text' && block.text === '')) {
      report('empty-content', 'a text block is empty');
    }
    for (const part of listOf(content)) {
      if (!isRecord(part)) continue;
      const { type } = part;
      if ((type === 'image' || type === 'document') && !ANTHROPIC_PARTS[type]?.(part)) {
        const problem = `the ${type} is incomplete, or of a media type that is not accepted`;
        report('media-content', problem);
      }
      if (type !== 'tool_result') continue;
      for (const refused of checkResultParts(part['content'], ANTHROPIC_PARTS)) {
        report('result-content', refused);
      }
      if (part['is_error'] === true && hasOtherParts(part['content'])) {
        report('result-content', 'the tool result is an error and holds more than text');
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
    return { kind: KINDS[speaker ?? 'system'], calls, results, endsAnswers };
  });
  return [...hosted, ...problems].toSorted((a, b) => a.index - b.index);
}

/** Returns whether a list contains accepted parts that are not texts. Parts that are not accepted are reported already. */
function hasOtherParts(content: unknown): boolean {
  const types = listOf(content).map((part) => String(membersOf(part)['type']));
  return types.some((type) => type !== 'text' && Object.hasOwn(ANTHROPIC_PARTS, type));
}
