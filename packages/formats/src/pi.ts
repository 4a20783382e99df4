import type { Codec } from './codec.ts';
import { writeEntries, type EntryFormat } from './entries.ts';
import { readMessage, type PiMessage } from './pi/read.ts';
import { writeEntry } from './pi/write.ts';

export type { PiMessage } from './pi/read.ts';

const format: EntryFormat<PiMessage> = {
  name: 'pi',
  hasToolNames: true,
  hasNames: false,
  read: readMessage,
  write: writeEntry,
};

/** Messages of pi: one entry per message. */
export const pi: Codec<PiMessage> = {
  name: 'pi',
  decode: (messages) => messages.map(readMessage),
  encode: (history) => writeEntries(format, history),
};
