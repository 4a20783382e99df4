import type { IContent } from '@palimpsest/core-types';
import type { Codec } from '@palimpsest/formats';

/**
 * Returns the system messages at the start of a request. They are instructions, not history: frameworks may create them anew for each
 * request, and they are sent unchanged.
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

/** A cheap check, because most requests begin with a message that is not a system message. */
function mayBeSystem(message: unknown): boolean {
  const role: unknown =
    typeof message === 'object' && message !== null && 'role' in message ? message.role : undefined;
  return role !== 'user' && role !== 'assistant' && role !== 'model';
}
