import type { ContentBlock, IContent, ToolResponseBlock } from '@palimpsest/core-types';
import type { FormatName } from './codec.ts';
import { isAsRead, nativeMessage, rememberSynthetic } from './native.ts';

/** A format in which each message is one entry. */
export interface EntryFormat<Message extends object> {
  readonly name: FormatName;
  /** Builds the messages of a new or changed entry. */
  write(entry: IContent, raw: Message | undefined): readonly Message[];
}

/** Writes entries as messages. The messages of unchanged entries are the same objects. */
export function writeEntries<Message extends object>(
  format: EntryFormat<Message>,
  history: readonly IContent[],
): Message[] {
  return history.flatMap((entry): readonly Message[] => {
    const native = nativeMessage<Message>(format.name, entry);
    // Formats without names write the same message again.
    const isSame =
      native !== undefined &&
      isAsRead(entry, native) &&
      entry.metadata?.['name'] === native.read.metadata?.['name'];
    if (isSame) return [native.message];
    const messages = format.write(entry, native?.message);
    if (native === undefined && messages.length === 1) rememberSynthetic(entry, messages[0]);
    return messages;
  });
}

/** Writes the results of an entry as messages of their own, and its other blocks as one message, if `writeRest` returns one. */
export function writeResultsApart<Message>(
  { speaker, blocks }: IContent,
  writeResult: (block: ToolResponseBlock) => Message,
  writeRest: (blocks: readonly ContentBlock[]) => Message | undefined,
): Message[] {
  const results = blocks.filter((block) => block.type === 'tool_response').map(writeResult);
  const rest = blocks.filter((block) => block.type !== 'tool_response');
  const isOnlyResults = speaker === 'tool' && rest.length === 0;
  const message = isOnlyResults ? undefined : writeRest(rest);
  if (message === undefined) return results;
  return speaker === 'ai' ? [message, ...results] : [...results, message];
}
