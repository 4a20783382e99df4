import type { Codec } from './codec.ts';
import { writeEntries } from './entries.ts';
import { readMessage, type PiMessage } from './pi/read.ts';
import { piEntries } from './pi/write.ts';

export type { PiMessage } from './pi/read.ts';

/** Messages of pi: one entry per message. */
export const pi: Codec<PiMessage> = {
  name: 'pi',
  decode: (messages) => messages.map((message, index) => readMessage(message, index)),
  encode: (history) => writeEntries(piEntries, history),
};
