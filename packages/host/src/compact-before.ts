import type { Codec } from '@palimpsest/formats';
import { removeQuotes } from './session-rules.ts';
import { isRecordText } from './split-compaction.ts';

/** Returns the text in `compact before TEXT`, as a host gets it with its command `/palimpsest`; `undefined` for other arguments. */
export function readCompactBefore(args: string): string | undefined {
  const text = /^compact\s+before\s+(\S[^]*)$/.exec(removeQuotes(args))?.[1];
  return text === undefined ? undefined : removeQuotes(text);
}

/** Returns the index of the newest user message that contains a text, in upper or lower case; -1 if there is none. */
export function findUserMessage<Message>(
  codec: Codec<Message>,
  messages: readonly Message[],
  text: string,
): number {
  const lowerCased = text.toLowerCase();
  return messages.findLastIndex((message) =>
    codec
      .decode([message])
      .some(
        ({ speaker, blocks }) =>
          speaker === 'human' &&
          blocks.some(
            (block) =>
              block.type === 'text' &&
              block.text.toLowerCase().includes(lowerCased) &&
              !isRecordText(block.text),
          ),
      ),
  );
}
