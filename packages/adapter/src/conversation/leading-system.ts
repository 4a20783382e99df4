import type { IContent } from '@palimpsest/core-types';
import type { Codec } from '@palimpsest/formats';

/**
 * The system messages a request begins with. They are instructions, not history: frameworks may write them anew for each request, and they
 * go out as they are.
 */
export function leadingSystem(codec: Codec, messages: readonly unknown[]): readonly IContent[] {
  const entries: IContent[] = [];
  for (const message of messages) {
    if (!mayBeSystem(message)) break;
    const read = codec.decode([message]);
    if (read.length !== 1 || read[0]!.speaker !== 'system') break;
    entries.push(read[0]!);
  }
  return entries;
}

/** Quick: every request begins with messages, and most of them with one that is none. */
function mayBeSystem(message: unknown): boolean {
  const role: unknown =
    typeof message === 'object' && message !== null && 'role' in message ? message.role : undefined;
  return role !== 'user' && role !== 'assistant' && role !== 'model';
}
