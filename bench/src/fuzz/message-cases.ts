import { settingsArbitrary } from '@palimpsest/conformance';
import type { SettingValues } from '@palimpsest/core-types';
import type { FormatName } from '@palimpsest/formats';
import { scriptedProvider, type ScriptedAnswer, type ScriptedProvider } from '@palimpsest/testing';
import fc from 'fast-check';
import { createPalimpsest, type CompressOptions } from 'palimpsest';
import { STRATEGY_NAMES } from '../strategies.ts';

/** Messages, and whether they were written without the codec. A repair fixes every fault of messages that the codec wrote. */
export interface NastyMessages {
  readonly messages: readonly object[];
  readonly isCareless: boolean;
}

/** Messages and all options of one `compress` call. */
export interface MessageCase {
  readonly given: NastyMessages;
  readonly format: FormatName;
  /** Whether the call names the format. */
  readonly namesFormat: boolean;
  readonly strategy: string;
  readonly target: Pick<CompressOptions, 'targetRatio' | 'targetTokens' | 'contextLimit'>;
  readonly settings: SettingValues;
  /** Whether the originals of removed messages are saved. */
  readonly keepsOriginals: boolean;
  /** Response of the model, for strategies that use one. */
  readonly answer: ModelAnswer;
}

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
type ModelAnswer = keyof typeof ANSWERS;

/** Returns a model with one response. */
export function modelThatSays(answer: ModelAnswer): ScriptedProvider {
  return scriptedProvider([ANSWERS[answer]]);
}

/** The `palimpsest` package with all strategies. */
export const palimpsest = createPalimpsest();

/** Settings that only change how long to wait, or which model to use. */
const OF_NO_MATTER = new Set(['compression.summary.timeoutMs', 'compression.profile']);
const SPECS = palimpsest.registry.settingSpecs().filter(({ key }) => !OF_NO_MATTER.has(key));

const RATIOS = fc.constantFrom(0.4, 0.001, 0.1, 0.25, 0.7, 0.999);
const TARGETS: fc.Arbitrary<MessageCase['target']> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ targetRatio: RATIOS }) },
  fc.record({ targetTokens: fc.constantFrom(1, 100, 1_000, 2 ** 31) }),
  fc.record({ contextLimit: fc.constantFrom(1, 200, 2_000) }),
  fc.constant({}),
);

/** Draws messages of a format with any strategy, settings and target. */
export function messageCases(
  format: FormatName,
  messages: fc.Arbitrary<NastyMessages>,
): fc.Arbitrary<MessageCase> {
  return fc.record({
    given: messages,
    format: fc.constant(format),
    namesFormat: fc.nat(3).map((roll) => roll < 3),
    strategy: fc.constantFrom(...STRATEGY_NAMES),
    target: TARGETS,
    settings: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, settingsArbitrary(SPECS)),
    keepsOriginals: fc.boolean(),
    answer: fc.constantFrom(...(Object.keys(ANSWERS) as ModelAnswer[])),
  });
}
