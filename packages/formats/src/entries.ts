import type { ContentBlock, IContent, ToolResponseBlock } from '@palimpsest/core-types';
import type { FormatName } from './codec.ts';
import { nativeMessage, findOriginal, rememberSynthetic, sameContent } from './native.ts';

/** A format in which each message is one entry. */
export interface EntryFormat<Message extends object> {
  readonly name: FormatName;
  read(message: Message, index: number): IContent;
  /** Builds the messages of a new or changed entry. */
  write(entry: IContent, raw: Message | undefined): readonly Message[];
}

/** Writes entries as messages. The messages of unchanged entries are the same objects. */
export function writeEntries<Message extends object>(
  format: EntryFormat<Message>,
  history: readonly IContent[],
): Message[] {
  const messages: Message[] = [];
  for (const [index, entry] of history.entries()) {
    const native = nativeMessage<Message>(format.name, entry);
    if (native === undefined) {
      const written = format.write(entry, undefined);
      if (written.length === 1) rememberSynthetic(entry, written[0]);
      for (const message of written) messages.push(message);
      continue;
    }
    const { message } = native;
    const before = findOriginal(native)?.entry ?? format.read(message, index);
    // Formats without names write the same message again.
    const isSame =
      sameContent(entry, before) && entry.metadata?.['name'] === before.metadata?.['name'];
    for (const one of isSame ? [message] : format.write(entry, message)) messages.push(one);
  }
  return messages;
}

/** Writes the results of an entry as messages of their own, and its other blocks as one message, if `writeRest` returns one. */
export function writeResultsApart<Message>(
  { speaker, blocks }: IContent,
  writeResult: (block: ToolResponseBlock) => Message,
  writeRest: (blocks: readonly ContentBlock[]) => Message | undefined,
): Message[] {
  const results: Message[] = [];
  const rest: ContentBlock[] = [];
  for (const block of blocks) {
    if (block.type === 'tool_response') results.push(writeResult(block));
    else rest.push(block);
  }
  const isOnlyResults = speaker === 'tool' && rest.length === 0;
  const message = isOnlyResults ? undefined : writeRest(rest);
  if (message === undefined) return results;
  return speaker === 'ai' ? [message, ...results] : [...results, message];
}
