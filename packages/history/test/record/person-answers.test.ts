import type { ToolResponseBlock } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { personAnswer, personTexts } from '../../src/index.ts';

function result(
  toolName: string,
  given: unknown,
  outcome: Pick<ToolResponseBlock, 'error' | 'isError'> = {},
): ToolResponseBlock {
  return { type: 'tool_response', callId: 'q', toolName, result: given, ...outcome };
}

test.each([
  [
    'AskUserQuestion',
    'User has answered your questions: "Which database?"="SQLite, and never add an ORM". You can now continue with the user\'s answers in mind.',
    'Which database? → SQLite, and never add an ORM',
  ],
  [
    'question',
    'User has answered your questions: "Port?"="8080", "Name?"="The "old" one". You can now continue.',
    'Port? → 8080\nName? → The "old" one',
  ],
  ['request_user_input', '{"answers":{"db":{"answers":["SQLite","no ORM"]}}}', 'SQLite\nno ORM'],
  ['ask_followup_question', '<answer>\nUse pnpm.\n</answer>', 'Use pnpm.'],
  ['mcp__host__ask_user', 'The user said: Use pnpm.', 'Use pnpm.'],
  ['ask_user', [{ type: 'text', text: 'Use pnpm.' }], 'Use pnpm.'],
])('%s: what a person answers is a text of a person', (name, given, answer) => {
  const block = result(name, given);
  expect(personAnswer(block)).toEqual({ text: answer });
  expect(personTexts({ speaker: 'tool', blocks: [block] })).toEqual([answer]);
});

test.each([
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\nUse pnpm.",
  'The user denied this operation and provided the following feedback:\n<feedback>\nUse pnpm.\n</feedback>',
  'The user rejected permission to use this specific tool call with the following feedback: Use pnpm.',
])('the reason of a rejection is a text of a person: %s', (text) => {
  expect(personAnswer(result('Bash', text, { isError: true }))).toEqual({ text: 'Use pnpm.' });
  expect(personAnswer(result('Bash', '', { error: text }))).toEqual({ text: 'Use pnpm.' });
  // Any program can print this.
  expect(personAnswer(result('Bash', text))).toBeUndefined();
});

test.each([
  ['Bash', 'User has answered your questions: "A?"="B".', {}],
  ['AskUserQuestion', 'no terminal', { isError: true }],
  ['AskUserQuestion', '', {}],
  ['AskUserQuestion', '[AskUserQuestion: success, 80 chars]', {}],
  ['search_questions', 'Which database?', {}],
  ['Bash', "The user doesn't want to proceed with this tool use.", { isError: true }],
] as const)('%s with %j has no words of a person', (name, text, outcome) => {
  expect(personAnswer(result(name, text, outcome))).toBeUndefined();
});
