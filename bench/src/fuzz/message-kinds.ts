import { settingsArbitrary } from '@palimpsest/conformance';
import type { SettingSpec } from '@palimpsest/core-types';
import { codecs, type FormatName } from '@palimpsest/formats';
import fc from 'fast-check';
import { fuzzKind, type FuzzKind } from './fuzz-kind.ts';
import type { MessageCase } from './message-case.ts';
import { messageProblems } from './message-problems.ts';
import { MODEL_ANSWERS } from './model-answers.ts';
import { nastyMessages, type NastyMessages } from './nasty-messages.ts';
import { umbrella } from './umbrella.ts';

/** Settings that only change how long to wait, or which model to use. */
const OF_NO_MATTER = new Set(['compression.summary.timeoutMs', 'compression.profile']);

const SPECS: readonly SettingSpec[] = umbrella.registry
  .settingSpecs()
  .filter(({ key }) => !OF_NO_MATTER.has(key));

const TARGETS: fc.Arbitrary<MessageCase['target']> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .constantFrom(0.4, 0.001, 0.1, 0.25, 0.7, 0.999)
      .map((targetRatio) => ({ targetRatio })),
  },
  fc.constantFrom(1, 100, 1_000, 2 ** 31).map((targetTokens) => ({ targetTokens })),
  fc.constantFrom(1, 200, 2_000).map((contextLimit) => ({ contextLimit })),
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
    strategy: fc.constantFrom(...umbrella.registry.plugins().map(({ name }) => name)),
    target: TARGETS,
    settings: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, settingsArbitrary(SPECS)),
    keepsOriginals: fc.boolean(),
    answer: fc.constantFrom(...MODEL_ANSWERS),
  });
}

/** Provider messages of every format, compressed by every strategy. */
export const messageKinds: readonly FuzzKind[] = (Object.keys(codecs) as FormatName[]).map(
  (format) =>
    fuzzKind({
      name: `messages, ${format}`,
      weight: 5,
      cases: messageCases(format, nastyMessages(format)),
      judge: messageProblems,
    }),
);
