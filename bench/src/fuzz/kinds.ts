import { createTrials, situationArbitrary } from '@palimpsest/conformance';
import { groupResultsWithCalls, repairHistory } from '@palimpsest/engine/history';
import { codecs, getCodec, type FormatName } from '@palimpsest/formats';
import { openai, type OpenAIMessage } from '@palimpsest/formats/openai';
import fc from 'fast-check';
import { hasCorpus } from '../corpus.ts';
import { PLUGINS, STRATEGY_NAMES, TAILS } from '../strategies.ts';
import { originalsProblems } from '../laws/originals-problems.ts';
import { mutatedConversations } from './corpus-mutations.ts';
import { fuzzKind, type FuzzKind } from './fuzz-kind.ts';
import { messageCases } from './message-cases.ts';
import { messageProblems } from './message-problems.ts';
import { histories, inRecords, nastyMessages, shapeOf } from './nasty-messages.ts';

const FORMATS = Object.keys(codecs) as FormatName[];

/** The conformance kit's cases for each strategy, checked against every law. */
const lawKinds = PLUGINS.map((plugin) => {
  const trials = createTrials(plugin, TAILS[plugin.name] ?? {});
  return fuzzKind({
    name: `laws, ${plugin.name}`,
    weight: 10,
    cases: situationArbitrary(plugin, histories),
    judge: async (situation) => {
      const { violations } = await trials.run(situation);
      return violations.map(({ law, index, message }) => ({
        rule: law,
        message: `at ${index}: ${message}`,
      }));
    },
  });
});

/** Provider messages of every format, compressed by every strategy. */
const messageKinds = FORMATS.map((format) =>
  fuzzKind({
    name: `messages, ${format}`,
    weight: 5,
    cases: messageCases(format, nastyMessages(format)),
    judge: messageProblems,
  }),
);

/** Mutated recorded conversations in every format, and in three rounds with an originals store. */
function corpusKinds(): readonly FuzzKind[] {
  const mutated = mutatedConversations();
  return [
    ...FORMATS.map((format) =>
      fuzzKind({
        name: `corpus, ${format}`,
        weight: format === 'openai' ? 6 : 2,
        cases: messageCases(
          format,
          mutated.map((messages) => ({
            messages: format === 'openai' ? messages : translated(messages, format),
            isCareless: false,
          })),
        ),
        judge: messageProblems,
      }),
    ),
    fuzzKind({
      name: 'corpus, three rounds',
      weight: 3,
      cases: fc.record({
        // Repaired first: what a repair drops leaves no trace, so it may not be restorable.
        messages: mutated.map((messages) => {
          const { history } = repairHistory(openai.decode(messages));
          return openai.encode(groupResultsWithCalls(history).history);
        }),
        strategy: fc.constantFrom(...STRATEGY_NAMES),
        targetRatio: fc.constantFrom(0.5, 0.1, 0.9),
      }),
      judge: async ({ messages, strategy, targetRatio }) => {
        const conversation = { id: 'mutated', source: 'corpus', messages: messages as never };
        const { problems } = await originalsProblems(conversation, strategy, targetRatio);
        return problems.map((message) => ({ rule: message.replace(/^round \d+: /, ''), message }));
      },
    }),
  ];
}

/** Converts a conversation to another format. */
function translated(messages: readonly OpenAIMessage[], format: FormatName): object[] {
  const bare = openai.decode(messages).map(({ native: _native, ...entry }) => ({
    ...entry,
    blocks: entry.blocks.map(({ native: _part, ...block }) => block),
  }));
  const sent = JSON.parse(JSON.stringify(getCodec(shapeOf(format)).encode(bare))) as object[];
  return inRecords(sent, format);
}

/** All kinds of cases; those of recorded conversations only where these are. */
export const KINDS: readonly FuzzKind[] = [
  ...lawKinds,
  ...messageKinds,
  ...(hasCorpus ? corpusKinds() : []),
];
