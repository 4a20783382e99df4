import { checkStrategy, historyArbitrary } from '@palimpsest/conformance';
import type { IContent } from '@palimpsest/core-types';
import { findDirectives } from '@palimpsest/engine/directives';
import { isHumanText } from '@palimpsest/engine/history';
import { countTokensByCharacters, testContext } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { examples } from '../../../tools/extent.ts';
import { createForgetful, createForgetfulModel, PLUGINS, TAILS } from '../../src/strategies.ts';
import { say, story, textOf, withDirectives, wordsIn } from './directive-conversations.ts';
import { DIRECTIVES } from './directive-texts.ts';

/** A user message with directives, short or within long text, in any language. */
const demanding: fc.Arbitrary<IContent> = fc
  .record({
    demands: fc.array(fc.constantFrom(...DIRECTIVES.map(([, text]) => text)), {
      minLength: 1,
      maxLength: 4,
    }),
    before: fc.constantFrom('', 'Thanks. ', `${story(1)}\n`, `${story(2)}\n`),
    after: fc.constantFrom('', ' Half \ud83d of it.', '\n\nRules:\n- no new tables\n1. one file'),
    pin: fc.constantFrom({}, {}, {}, { metadata: { pinned: true } }, { metadata: { keep: true } }),
    media: fc.boolean(),
  })
  .map(({ demands, before, after, pin, media }) => {
    const entry = say('human', `${before}${demands.join(' ')}${after}`);
    if (!media) return { ...entry, ...pin };
    const picture = {
      type: 'media',
      mimeType: 'image/png',
      data: 'aGk=',
      encoding: 'base64',
    } as const;
    return { ...entry, blocks: [...entry.blocks, picture], ...pin };
  });

const mixed: fc.Arbitrary<IContent[]> = fc
  .array(
    fc.oneof(
      { weight: 2, arbitrary: demanding.map((entry) => [entry]) },
      { weight: 3, arbitrary: historyArbitrary({ maxPieces: 4 }) },
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.flat());

/** Histories whose user texts are replaced by directives; alternating roles remain alternating. */
const inTurns: fc.Arbitrary<IContent[]> = fc
  .record({
    entries: historyArbitrary(),
    demands: fc.array(fc.option(demanding), { minLength: 2, maxLength: 5 }),
  })
  .map(({ entries, demands }) =>
    entries.map((entry, at) => (isHumanText(entry) && demands[at % demands.length]) || entry),
  );

const histories = fc.oneof(mixed, inTurns);

function hasNote(history: readonly IContent[]): boolean {
  return history.some(({ metadata }) => metadata?.reason === 'kept-directives');
}

/** Returns whether directives stand outside of their messages: in a note, or in a report that has taken the place of a message. */
function isRestated(before: readonly IContent[], after: readonly IContent[]): boolean {
  if (hasNote(after)) return true;
  const texts = new Set(after.map(textOf));
  const isReport = after.some(({ metadata }) => metadata?.synthetic === true);
  return (
    isReport &&
    before.some(
      (entry) =>
        isHumanText(entry) && findDirectives(textOf(entry)).length > 0 && !texts.has(textOf(entry)),
    )
  );
}

test.each(PLUGINS)(
  '$name keeps all invariants with directives among edge-case entries',
  { timeout: 300_000 },
  async (plugin) => {
    const report = await checkStrategy(
      {
        ...plugin,
        create: (services) =>
          withDirectives(plugin.create({ ...services, model: createForgetfulModel() })),
      },
      { ...TAILS[plugin.name], histories, runs: examples(300) },
    );
    expect(report.counterexamples).toEqual([]);
  },
);

test.each(PLUGINS)(
  '$name loses no binding directive unless the result reports missing room',
  { timeout: 300_000 },
  async (plugin) => {
    const strategy = withDirectives(createForgetful(plugin));
    let restated = 0;
    let noted = 0;
    await fc.assert(
      fc.asyncProperty(histories, fc.constantFrom(0.1, 0.3, 0.6), async (entries, share) => {
        const targetTokens = Math.floor(countTokensByCharacters(entries) * share);
        const result = await strategy.compress(testContext(entries, { targetTokens }));
        if (result.kind === 'noop') return;
        if (isRestated(entries, result.newHistory)) restated += 1;
        if (hasNote(result.newHistory)) noted += 1;
        if (result.metadata.shortfallReason?.includes('did not fit') === true) return;
        const words = wordsIn(result.newHistory);
        // Summaries contain no directives of the user.
        const demands = entries
          .filter(({ metadata }) => metadata?.isSummary !== true && metadata?.synthetic !== true)
          .flatMap((entry) => (entry.speaker === 'human' ? findDirectives(textOf(entry)) : []));
        const lost = demands
          .filter(({ level }) => level !== 'should' && level !== 'prefer')
          .map(({ text }) => text.toWellFormed().replace(/^(?:-|\d{1,3}\.) /, ''))
          .filter((text) => !words.includes(text));
        expect(lost).toEqual([]);
      }),
      { numRuns: 150 },
    );
    // Otherwise the property would state nothing. Beside the summary of a model, messages with directives stay whole.
    expect(strategy.requiresLLM ? noted === 0 : restated > 0).toBe(true);
  },
);
