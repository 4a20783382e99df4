import { getCodec, codecs, type FormatName } from '@palimpsest/formats';
import { openai, type OpenAIMessage } from '@palimpsest/formats/openai';
import { groupResultsWithCalls, repairHistory } from '@palimpsest/engine/history';
import fc from 'fast-check';
import { hasCorpus } from '../corpus.ts';
import { withoutNative } from '../laws/format-problems.ts';
import { originalsProblems } from '../laws/originals-problems.ts';
import { mutatedConversations } from './corpus-mutations.ts';
import { fuzzKind, type FuzzKind } from './fuzz-kind.ts';
import { messageCases } from './message-kinds.ts';
import { messageProblems } from './message-problems.ts';
import { inRecords, shapeOf } from './session-log.ts';
import { umbrella } from './umbrella.ts';

/** Mutated recorded conversations in every format, and in three rounds with an originals store; empty without the corpus. */
export const corpusKinds: readonly FuzzKind[] = hasCorpus ? createKinds() : [];

function createKinds(): readonly FuzzKind[] {
  const mutated = mutatedConversations();
  const formats = Object.keys(codecs) as FormatName[];
  return [
    ...formats.map((format) =>
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
        messages: mutated.map(mended),
        strategy: fc.constantFrom(...umbrella.registry.plugins().map(({ name }) => name)),
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
  const encoded = getCodec(shapeOf(format)).encode(withoutNative(openai.decode(messages)));
  const sent = JSON.parse(JSON.stringify(encoded)) as object[];
  return inRecords(sent, format);
}

function mended(messages: readonly OpenAIMessage[]): OpenAIMessage[] {
  return openai.encode(
    groupResultsWithCalls(repairHistory(openai.decode(messages)).history).history,
  );
}
