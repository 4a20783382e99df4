import { historyArbitrary } from '@palimpsest/conformance';
import { getCodec, detectFormat, type FormatName } from '@palimpsest/formats';
import { groupResultsWithCalls, historyInvariants, repairHistory } from '@palimpsest/history';
import { memoryOriginals, openOriginals } from '@palimpsest/originals';
import { deepFreeze } from '../../../packages/conformance/src/deep-freeze.ts';
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { messagesOf } from '../../../packages/formats/test/arbitrary-messages.ts';
import { fuzzKind, type FuzzKind, type Problem } from './fuzz-kind.ts';

const SHAPES = Object.keys(messagesOf) as (keyof typeof messagesOf)[];

/** Parts that read or write histories, each tested alone. */
export const historyKinds: readonly FuzzKind[] = [
  fuzzKind({
    name: 'repair',
    weight: 8,
    cases: historyArbitrary({ maxPieces: 6 }),
    judge: repairProblems,
  }),
  ...SHAPES.map((format) =>
    fuzzKind({
      name: `codec ${format}`,
      weight: 4,
      cases: (messagesOf[format] as fc.Arbitrary<object[]>).map(asSent),
      judge: (messages) => codecProblems(messages, format),
    }),
  ),
  fuzzKind({
    name: 'originals',
    weight: 8,
    cases: fc.record({
      messages: fc.oneof(...SHAPES.map((format) => messagesOf[format] as fc.Arbitrary<object[]>)),
      rounds: fc.array(fc.array(fc.nat(9), { minLength: 1, maxLength: 12 }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    judge: originalsOf,
  }),
];

function repairProblems(history: Parameters<typeof repairHistory>[0]): Problem[] {
  deepFreeze(history);
  const repaired = repairHistory(history).history;
  const gathered = groupResultsWithCalls(repaired).history;
  const problems = [repaired, gathered].flatMap((entries) =>
    historyInvariants
      .flatMap((invariant) => invariant.check(entries))
      .map(({ law, index, message }) => ({ rule: law, message: `entry ${index}: ${message}` })),
  );
  const rule = 'repairing again changes nothing';
  if (
    repairHistory(repaired).history !== repaired ||
    repairHistory(gathered).history !== gathered
  ) {
    problems.push({ rule, message: 'repair' });
  }
  if (groupResultsWithCalls(gathered).history !== gathered)
    problems.push({ rule, message: 'gather' });
  return problems;
}

function codecProblems(messages: readonly object[], format: FormatName): Problem[] {
  deepFreeze(messages);
  detectFormat(messages);
  const codec = getCodec(format);
  const history = codec.decode(messages);
  const written = codec.encode(history);
  const isSame =
    written.length === messages.length && written.every((message, at) => message === messages[at]);
  const copied: unknown = codec.encode(JSON.parse(JSON.stringify(history)) as never[]);
  return [
    ...(isSame ? [] : [{ rule: 'untouched messages are the same objects', message: format }]),
    ...(isDeepStrictEqual(copied, messages)
      ? []
      : [{ rule: 'a copied history writes the same messages', message: format }]),
  ];
}

/** Checks that messages which are dropped, kept or replaced in several rounds are restored. */
async function originalsOf({
  messages,
  rounds,
}: {
  readonly messages: readonly object[];
  readonly rounds: readonly (readonly number[])[];
}): Promise<Problem[]> {
  const originals = await openOriginals(memoryOriginals({ maxBytes: 1e9 }), { session: 'fuzz' });
  const rule = 'what was taken out comes back';
  const problems: Problem[] = [];
  const given: object[] = [];
  let current: object[] = [];
  for (const [round, fates] of rounds.entries()) {
    const added = messages.map((message, index) => ({ message, index, round }));
    given.push(...added);
    const before = [...current, ...added];
    const after = before.flatMap((message, index): object[] => {
      const fate = fates[index % fates.length]!;
      if (fate > 6) return [message];
      return fate > 2 ? [{ summary: `of ${index} in round ${round}` }] : [];
    });
    // The output must contain a new message: without one, nothing links it to the removed messages.
    after.push({ summary: `round ${round} ends` });
    await originals.keep(before, after);
    current = JSON.parse(JSON.stringify(after)) as object[];
    const { messages: restored, missing, ambiguous } = await originals.restore(current);
    if (missing.length > 0 || ambiguous.length > 0) {
      problems.push({ rule, message: JSON.stringify({ round, missing, ambiguous }) });
    } else if (JSON.stringify(restored) !== JSON.stringify(given)) {
      problems.push({ rule, message: `round ${round}: other messages came back` });
    }
  }
  return problems;
}

function asSent(messages: readonly object[]): object[] {
  return JSON.parse(JSON.stringify(messages)) as object[];
}
