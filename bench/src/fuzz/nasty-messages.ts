import { historyArbitrary } from '@palimpsest/conformance';
import type { IContent } from '@palimpsest/core-types';
import { getCodec, type FormatName } from '@palimpsest/formats';
import fc from 'fast-check';
import { fixtures } from '../../../packages/formats/test/fixture.ts';
import { hostedConversations } from './hosted-conversations.ts';
import type { NastyMessages } from './message-cases.ts';

/** Maximum number of pieces in a history, and its weight. Many short histories find more than few long ones. */
const SIZES = [
  [2, 5],
  [4, 4],
  [8, 2],
  [14, 1],
] as const;

/** Difficult histories of all sizes. */
export const histories: fc.Arbitrary<IContent[]> = fc.oneof(
  ...SIZES.map(([maxPieces, weight]) => ({ weight, arbitrary: historyArbitrary({ maxPieces }) })),
);

/** Returns the format of the messages inside a log's records; any other format itself. */
export function shapeOf(format: FormatName): FormatName {
  return fixtures[format].shape ?? format;
}

/** Puts messages into records if the format is a session log. */
export function inRecords(messages: object[], format: FormatName): object[] {
  return fixtures[format].inRecords?.(messages) ?? messages;
}

/** Draws messages of a format: difficult histories from the codec, messages with absent or wrongly typed members, and both in turn. */
export function nastyMessages(format: FormatName): fc.Arbitrary<NastyMessages> {
  const shape = shapeOf(format);
  const careless = fixtures[shape].messages;
  const written = histories.map((history) => asSent(getCodec(shape).encode(history)));
  const twice = written.map((once) => [...once, ...asSent(once)]);
  const hosted = hostedConversations(shape, {
    turns: { maxLength: 5 },
    outputs: fc.oneof(fc.string(), fc.lorem({ maxCount: 60 })),
  });
  const running = hosted === undefined ? [] : [fc.oneof(hosted, inTurn(hosted, written))];
  const mixed = fc
    .array(fc.oneof(written, careless), { maxLength: 3 })
    .map((parts) => parts.flat());
  return fc
    .oneof(
      { weight: 7, arbitrary: drawn(false, written) },
      drawn(false, twice),
      ...running.map((messages) => ({ weight: 3, arbitrary: drawn(false, messages) })),
      { weight: 2, arbitrary: drawn(true, careless, mixed) },
    )
    .map(({ messages, isCareless }) => ({
      messages: inRecords(messages, format),
      isCareless,
    }));
}

function drawn(
  isCareless: boolean,
  ...messages: readonly fc.Arbitrary<object[]>[]
): fc.Arbitrary<{ messages: object[]; isCareless: boolean }> {
  return fc.record({ messages: fc.oneof(...messages), isCareless: fc.constant(isCareless) });
}

function inTurn(...parts: readonly fc.Arbitrary<object[]>[]): fc.Arbitrary<object[]> {
  return fc.tuple(...parts).map((all) => all.flat());
}

/** Returns messages as received over the network: parsed from JSON. */
function asSent(messages: readonly unknown[]): object[] {
  return JSON.parse(JSON.stringify(messages)) as object[];
}
