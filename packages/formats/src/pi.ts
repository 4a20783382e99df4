import type { ContentBlock, IContent } from '@palimpsest/core-types';
import type { Codec } from './codec.ts';
import { nativeMessage, recall, rememberSynthetic, sameBlocks } from './native.ts';
import { readMessage, type PiMessage } from './pi/read.ts';
import { writeEntry } from './pi/write.ts';

export type { PiMessage } from './pi/read.ts';

/** Messages of pi: one entry per message. */
export const pi: Codec<PiMessage> = {
  name: 'pi',
  decode: (messages) => messages.map((message, index) => readMessage(message, index)),
  encode(history) {
    const messages: PiMessage[] = [];
    for (const [index, entry] of history.entries()) {
      for (const message of write(entry, index)) messages.push(message);
    }
    return messages;
  },
};

function write(entry: IContent, index: number): readonly PiMessage[] {
  const native = nativeMessage<PiMessage>('pi', entry);
  if (native === undefined) {
    const messages = writeEntry(entry, undefined, new Set());
    if (messages.length === 1) rememberSynthetic(entry, messages[0]);
    return messages;
  }
  const known = recall(native)?.entry;
  if (entry === known) return [native.message];
  const before = known ?? readMessage(native.message, index);
  const isSame = entry.speaker === before.speaker && sameBlocks(entry.blocks, before.blocks, true);
  if (isSame) return [native.message];
  return writeEntry(entry, native.message, new Set<ContentBlock>(known?.blocks));
}
