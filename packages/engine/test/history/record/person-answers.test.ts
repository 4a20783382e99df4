import type { ToolResponseBlock } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { personAnswer, personTexts } from '../../../src/history/index.ts';

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
  [
    'AskUserQuestion',
    'Your questions have been answered: "Layout?"="Wide" selected preview:\n+--+\n|  | user notes: Never use red., "Port?"="8080". You can now continue with these answers in mind.',
    'Layout? → Wide\nselected preview:\n+--+\n|  | user notes: Never use red.\nPort? → 8080',
  ],
  [
    'AskUserQuestion',
    'User has answered your questions: "Port?"=(no option selected) user notes: Ask Mara., "Name?"="Gate". Never push. You can now continue.',
    'Port? → user notes: Ask Mara.\nName? → Gate\nNever push.',
  ],
  [
    'question',
    'User has answered your questions: "Port?"="Unanswered", "Name?"="Gate". You can now continue.',
    'Name? → Gate',
  ],
  [
    'ask_followup_question',
    "[ask_followup_question for 'Which?'] Result:\n<answer>\nUse pnpm.\n</answer>\n<environment_details>\n# Tabs\n</environment_details>",
    'Use pnpm.',
  ],
  [
    'AskUserQuestion',
    'User has answered your questions: "Line?"="Write "a"="b" first", "Port?"="8080".',
    'Line? → Write "a"="b" first\nPort? → 8080',
  ],
  [
    'AskUserQuestion',
    'User has answered your questions: "Line?"="use x"=(no option selected) in y", "Port?"="8080".',
    'Line? → use x"=(no option selected) in y\nPort? → 8080',
  ],
  ['ask_user', 'Set "a"="b" first.', 'Set "a"="b" first.'],
  ['ask_user', { output: 'The user said: Use pnpm.' }, 'Use pnpm.'],
  ['ask_user', { status: 'done', answer: 'Use pnpm.', content: 'Mara answered.' }, 'Use pnpm.'],
  ['AskUserQuestion', { answers: { 'Which database?': 'SQLite' } }, 'Which database? → SQLite'],
  [
    'AskUserQuestion',
    { output: 'User has answered your questions: "Port?"="8080".' },
    'Port? → 8080',
  ],
  ['ask_user', '{"answers":[{"question":"Port?","answer":"8080"}]}', 'Port? → 8080'],
])('%s: what a person answers is a text of a person', (name, given, answer) => {
  const block = result(name, given);
  expect(personAnswer(block)).toBe(answer);
  expect(personTexts({ speaker: 'tool', blocks: [block] })).toEqual([answer]);
});

test.each([
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\nUse pnpm.",
  'The user denied this operation and provided the following feedback:\n<feedback>\nUse pnpm.\n</feedback>',
  'The user rejected permission to use this specific tool call with the following feedback: Use pnpm.',
])('the reason of a rejection is a text of a person: %s', (text) => {
  expect(personAnswer(result('Bash', text, { isError: true }))).toBe('Use pnpm.');
  expect(personAnswer(result('Bash', '', { error: text }))).toBe('Use pnpm.');
  // Any program can print this.
  expect(personAnswer(result('Bash', text))).toBeUndefined();
});

test('reads the middle of a pair a million times in one answer in linear time', () => {
  const text = `User has answered your questions: "DB?"="${'a"="'.repeat(1_000_000)}".`;
  expect(personAnswer(result('AskUserQuestion', text))).toHaveLength(6 + 4_000_000);
});

test.each([
  ['Bash', 'User has answered your questions: "A?"="B".', {}],
  ['AskUserQuestion', 'no terminal', { isError: true }],
  ['AskUserQuestion', '', {}],
  ['AskUserQuestion', '[AskUserQuestion: success, 80 chars]', {}],
  ['search_questions', 'Which database?', {}],
  ['mcp__faq__question', 'User has answered your questions: "A?"="B".', {}],
  ['forms.user_input', 'Never push.', {}],
  ['mcp__wiki__ask_question', 'Never push.', {}],
  ['AskUserQuestion', 'The user did not answer the questions.', {}],
  ['AskUserQuestion', 'Waiting for the terminal.', {}],
  ['AskUserQuestion', 'User has answered your questions: "A?"="Unanswered".', {}],
  ['question', 'Which database?', {}],
  ['ask_user', 'User did not answer.', {}],
  ['ask_user', 'No response after 60s', {}],
  ['ask_user', '{"answers":{"db":"Unanswered"}}', {}],
  ['Bash', "The user doesn't want to proceed with this tool use.", { isError: true }],
] as const)('%s with %j has no words of a person', (name, text, outcome) => {
  expect(personAnswer(result(name, text, outcome))).toBeUndefined();
});
