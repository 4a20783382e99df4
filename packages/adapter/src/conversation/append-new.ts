import type { IContent } from '@palimpsest/core-types';
import type { Codec } from '@palimpsest/formats';
import type { Conversation } from './conversation.ts';
import { readNew, rememberNames, type ToolNames } from './read-new.ts';

/** The new part of a conversation. */
export interface NewMessages {
  /** Entries after the model's newest response: this request sends them for the first time. */
  readonly pending: readonly IContent[];
  /** Number of messages before them. */
  readonly answered: number;
}

/** Reads the new messages, and appends the model's responses with everything before them to the history. */
export function appendNew(
  codec: Codec,
  { history, names, places }: Conversation,
  messages: readonly unknown[],
  from: number,
  recognize: (entries: readonly IContent[]) => readonly IContent[],
): NewMessages {
  const entries = recognize(readNew(codec, messages, from, names));
  rememberNames(entries, names);
  for (let at = from; at < messages.length; at += 1) places.set(messages[at], at);
  const newest = entries.findLastIndex(({ speaker }) => speaker === 'ai');
  const pending = entries.slice(newest + 1);
  if (pending.some((entry) => isStray(entry, names))) {
    // An unmatched result cannot be prepared; sending it is the framework's decision.
    history.append(...entries);
    return { pending: [], answered: messages.length };
  }
  history.append(...entries.slice(0, newest + 1));
  return { pending, answered: answeredIn(codec, messages, from) };
}

function isStray({ blocks }: IContent, names: ToolNames): boolean {
  return blocks.some((block) => block.type === 'tool_response' && !names.has(block.callId));
}

function answeredIn(codec: Codec, messages: readonly unknown[], from: number): number {
  let at = messages.length;
  while (at > from && !codec.decode([messages[at - 1]]).some(({ speaker }) => speaker === 'ai')) {
    at -= 1;
  }
  return at;
}
