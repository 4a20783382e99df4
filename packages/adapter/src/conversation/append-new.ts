import type { IContent } from '@palimpsest/core-types';
import type { Codec } from '@palimpsest/formats';
import type { Conversation } from './conversation.ts';
import { readNew, rememberNames, type ToolNames } from './read-new.ts';

/** What is new in a conversation. */
export interface NewMessages {
  /** Entries behind the newest answer of the model: they are sent for the first time now. */
  readonly pending: readonly IContent[];
  /** How many messages stand before them. */
  readonly answered: number;
}

/** Reads what is new, and appends the model's answers, with all that stands before them. */
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
    // It answers nothing, so that it cannot be prepared for; sending it is the framework's business.
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
