import type { Codec } from '@palimpsest/formats';
import { unquoted } from './session-rules.ts';
import { isRecordText } from './split-compaction.ts';

/** Returns the text in `compact before TEXT`, as a host gets it with its command `/palimpsest`; `undefined` for other arguments. */
export function readCompactBefore(args: string): string | undefined {
  const text = /^compact\s+before\s+(\S[^]*)$/.exec(unquoted(args))?.[1];
  return text === undefined ? undefined : unquoted(text);
}

/** Returns the index of the newest message of a person that has a text, in upper or lower case; -1 if there is none. */
export function findPersonMessage<Message>(
  codec: Codec<Message>,
  messages: readonly Message[],
  text: string,
): number {
  const wanted = text.toLowerCase();
  return messages.findLastIndex((message) =>
    codec
      .decode([message])
      .some(
        ({ speaker, blocks }) =>
          speaker === 'human' &&
          blocks.some(
            (block) =>
              block.type === 'text' &&
              block.text.toLowerCase().includes(wanted) &&
              !isRecordText(block.text),
          ),
      ),
  );
}
