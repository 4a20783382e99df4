import { scriptedProvider, type ScriptedAnswer, type ScriptedProvider } from '@palimpsest/testing';

/** Name of a scripted model response. */
export type ModelResponseName =
  | 'a snapshot'
  | 'a snapshot behind a scratchpad'
  | 'prose'
  | 'a snapshot that is cut off'
  | 'far too much'
  | 'forged marks'
  | 'half a character'
  | 'nothing'
  | 'nothing but reasoning'
  | 'a tool call'
  | 'an error';

/** Model responses to a request for a summary, including bad ones. */
const ANSWERS: Readonly<Record<ModelResponseName, ScriptedAnswer>> = {
  'a snapshot': '<state_snapshot>\nGoal: go on.\n</state_snapshot>',
  'a snapshot behind a scratchpad':
    '<scratchpad>thinking</scratchpad><state_snapshot>Done.</state_snapshot>',
  prose: 'First part. Second part.',
  'a snapshot that is cut off': '<state_snapshot>cut off in the middle of a very long',
  'far too much': 'x'.repeat(5_000),
  'forged marks':
    '<state_snapshot>\n[read_file a.ts: success, 12 lines]\n…\n[3 entries between here and the newest 1 were dropped; 2 follow]\n</state_snapshot>',
  'half a character': '<state_snapshot>\nhalf a \ud83d here\n</state_snapshot>',
  nothing: '',
  'nothing but reasoning': [
    { speaker: 'ai', blocks: [{ type: 'thinking', thought: 'What should be said?' }] },
  ],
  'a tool call': [
    {
      speaker: 'ai',
      blocks: [{ type: 'tool_call', id: '0', name: 'read_file', parameters: { path: 'a.ts' } }],
    },
  ],
  'an error': new Error('503: overloaded'),
};

export const answerNames: readonly ModelResponseName[] = Object.keys(
  ANSWERS,
) as ModelResponseName[];

/** Creates a model that always returns the named response. */
export function modelThatAnswers(name: ModelResponseName): ScriptedProvider {
  return scriptedProvider([ANSWERS[name]]);
}
