import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { CallNames } from './call-ids.ts';
import type { Codec } from './codec.ts';
import { nativeMessage, recall, rememberSynthetic, sameBlocks } from './native.ts';
import { readMessage, type OpenAIMessage } from './openai/read.ts';
import { writeEntry } from './openai/write.ts';

export type { OpenAIMessage } from './openai/read.ts';

/** Chat completions: one entry per message. */
export const openai: Codec<OpenAIMessage> = {
  name: 'openai',
  decode(messages) {
    const names = new CallNames();
    return messages.map((message, index) => readMessage(message, index, names));
  },
  encode(history) {
    const messages: OpenAIMessage[] = [];
    for (const [index, entry] of history.entries()) {
      for (const message of write(entry, index)) messages.push(message);
    }
    return messages;
  },
};

function write(entry: IContent, index: number): readonly OpenAIMessage[] {
  const native = nativeMessage<OpenAIMessage>('openai', entry);
  if (native === undefined) {
    const messages = writeEntry(entry, undefined, new Set());
    if (messages.length === 1) rememberSynthetic(entry, messages[0]);
    return messages;
  }
  const known = recall(native)?.entry;
  if (entry === known) return [native.message];
  const before = known ?? readMessage(native.message, index);
  const isSame =
    entry.speaker === before.speaker &&
    entry.metadata?.['name'] === before.metadata?.['name'] &&
    sameBlocks(entry.blocks, before.blocks);
  if (isSame) return [native.message];
  return writeEntry(entry, native.message, new Set<ContentBlock>(known?.blocks));
}
