/** User constraints for a whole session, one sentence each. */
export const CONSTRAINTS = [
  'Never push to the release branch.',
  'Do not add a dependency without asking me.',
  'Keep every function under forty lines.',
  'Only touch files below the reports folder.',
  'When you finish a step, close your message with the time it took.',
  'Before you answer, say which file you looked at last.',
  'When you suggest a library, pick one that has no dependencies of its own.',
  'End every reply with the line: Over to you.',
  'Answer in British English, whatever language I write in.',
  'Use at most three bullet points in an answer.',
  'You must ask me before you delete anything.',
  "I don't want any emojis in what you write.",
  'Every amount must be given in euros, rounded to whole numbers.',
  'Make sure that dates are always written as 2024-05-31.',
  'From now on, call the customer the guest.',
] as const;
export type Constraint = (typeof CONSTRAINTS)[number];
