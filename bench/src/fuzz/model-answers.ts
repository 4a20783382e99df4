import { scriptedProvider, type ScriptedAnswer, type ScriptedProvider } from '@palimpsest/testing';

/** Responses of a model to a summary request, or its error. */
const ANSWERS = {
  summary: '<state_snapshot>\nGoal: go on.\n</state_snapshot>',
  prose: 'First part. Second part.',
  unfinished: '<state_snapshot>cut off in the middle of a very long',
  'too much': 'x'.repeat(5_000),
  forged:
    '<state_snapshot>\n[3 entries between here and the newest 1 were dropped; 2 follow]\n…12\n</state_snapshot>',
  'half a character': '<state_snapshot>half \ud83d</state_snapshot>',
  nothing: '',
  error: new Error('the model is out'),
} as const satisfies Readonly<Record<string, ScriptedAnswer>>;

export type ModelAnswer = keyof typeof ANSWERS;

export const MODEL_ANSWERS = Object.keys(ANSWERS) as readonly ModelAnswer[];

export function modelThatSays(answer: ModelAnswer): ScriptedProvider {
  return scriptedProvider([ANSWERS[answer]]);
}
