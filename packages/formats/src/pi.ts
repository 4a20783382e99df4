import type { Codec } from './codec.ts';
import { entryCodec } from './entries.ts';
import { readMessage, type PiMessage } from './pi/read.ts';
import { writeEntry } from './pi/write.ts';

export type { PiMessage } from './pi/read.ts';

/** Messages of pi: one entry per message. */
export const pi: Codec<PiMessage> = entryCodec({
  name: 'pi',
  hasToolNames: true,
  hasNames: false,
  read: readMessage,
  write: writeEntry,
});
