import { getCodec, type FormatName } from '@palimpsest/formats';
import fc from 'fast-check';
import { fixtures } from '../../../packages/formats/test/fixture.ts';
import { hostedConversations } from './hosted-conversations.ts';
import { histories } from './history-sizes.ts';
import { inRecords, shapeOf } from './session-log.ts';

/** Messages, and whether they were written without the codec. A repair fixes every fault of messages that the codec wrote. */
export interface NastyMessages {
  readonly messages: readonly object[];
  readonly isCareless: boolean;
}

/** Draws messages of a format: difficult histories from the codec, messages with absent or wrongly typed members, and both in turn. */
export function nastyMessages(format: FormatName): fc.Arbitrary<NastyMessages> {
  const shape = shapeOf(format);
  const careless = fixtures[shape].messages;
  const written = histories.map((history) => asSent(getCodec(shape).encode(history)));
  const twice = written.map((once) => [...once, ...asSent(once)]);
  const hosted = hostedConversations(format, {
    turns: { maxLength: 5 },
    outputs: fc.oneof(fc.string(), fc.lorem({ maxCount: 60 })),
  });
  const running = hosted === undefined ? [] : [fc.oneof(hosted, goOn(hosted, written))];
  const mixed = fc
    .array(fc.oneof(written, careless), { maxLength: 3 })
    .map((parts) => parts.flat());
  return fc
    .oneof(
      { weight: 7, arbitrary: fc.record({ messages: written, isCareless: fc.constant(false) }) },
      fc.record({ messages: twice, isCareless: fc.constant(false) }),
      ...running.map((messages) => ({
        weight: 3,
        arbitrary: fc.record({ messages, isCareless: fc.constant(false) }),
      })),
      {
        weight: 2,
        arbitrary: fc.record({
          messages: fc.oneof(careless, mixed),
          isCareless: fc.constant(true),
        }),
      },
    )
    .map(({ messages, isCareless }) => ({
      messages: inRecords(messages, format),
      isCareless,
    }));
}

/** Draws conversations that go on with another one. */
function goOn(
  first: fc.Arbitrary<object[]>,
  second: fc.Arbitrary<object[]>,
): fc.Arbitrary<object[]> {
  return fc.tuple(first, second).map((parts) => parts.flat());
}

/** Returns messages as received over the network: parsed from JSON. */
function asSent(messages: readonly unknown[]): object[] {
  return JSON.parse(JSON.stringify(messages)) as object[];
}
