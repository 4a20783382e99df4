import type { IContent } from '@palimpsest/core-types';
import { CallNames } from './call-ids.ts';
import type { Codec } from './codec.ts';
import { writeEntries, writeResultsApart } from './entries.ts';
import {
  build,
  classesOf,
  isInstance,
  rebuild,
  SPEAKERS,
  viewOf,
  type Fields,
  type LangChainClasses,
  type LangChainMessage,
} from './langchain/forms.ts';
import { readMessage } from './langchain/read.ts';
import { writeResponse, writeSaid } from './langchain/write.ts';
import { nativeMessage } from './native.ts';
import { same } from './same.ts';

export type { LangChainClasses, LangChainMessage } from './langchain/forms.ts';

/**
 * Messages of LangChain: one entry for each. A changed message is made anew by its own constructor, with its id and all its other fields;
 * instances are never changed. A message made from scratch is of the class that its neighbours of the same kind have, else plain
 * data as LangChain takes it in place of messages (`{role, content}`).
 */
export const langchain: Codec<LangChainMessage> = createLangChainCodec({});

/** Creates the codec with the classes for new messages. */
export function createLangChainCodec<Message extends LangChainMessage = LangChainMessage>(
  classes: Partial<LangChainClasses<Message>>,
): Codec<Message> {
  return {
    name: 'langchain',
    decode(messages) {
      const names = new CallNames();
      return messages.map((message, index) => readMessage(message, index, names));
    },
    encode: (history) => encode(history, classes) as Message[],
    hasSameContent,
  };
}

function encode(
  history: readonly IContent[],
  classes: Partial<LangChainClasses>,
): LangChainMessage[] {
  const natives = history.flatMap((entry) => {
    const native = nativeMessage<LangChainMessage>('langchain', entry);
    return native === undefined ? [] : [native.message];
  });
  const known = { ...classesOf(natives), ...classes };
  return writeEntries(
    { name: 'langchain', write: (entry, raw) => write(entry, raw, known) },
    history,
  );
}

function write(
  entry: IContent,
  raw: LangChainMessage | undefined,
  classes: Partial<LangChainClasses>,
): readonly LangChainMessage[] {
  const view = raw === undefined ? undefined : viewOf(raw);
  const isOwn = view !== undefined && SPEAKERS.get(view.type) === entry.speaker;
  const make = (fields: Fields, type: IContent['speaker'], keeps: boolean): LangChainMessage =>
    raw !== undefined && isOwn && keeps ? rebuild(raw, fields) : build(type, fields, classes);
  let isFirst = entry.speaker === 'tool';
  return writeResultsApart(
    entry,
    (block) => {
      const keeps = isFirst;
      isFirst = false;
      const fields = writeResponse(block, isOwn && keeps ? view.fields : undefined);
      return make(fields, 'tool', keeps);
    },
    (rest) => {
      if (rest.length === 0 && entry.blocks.length > 0) return undefined;
      const keeps = entry.speaker !== 'tool';
      const before = isOwn && keeps ? view.fields : undefined;
      const fields = writeSaid({ ...entry, blocks: [...rest] }, before);
      const isBlank = !isOwn && rest.length > 0 && fields.content === '' && !hasMore(fields);
      return isBlank ? undefined : make(fields, keeps ? entry.speaker : 'human', keeps);
    },
  );
}

function hasMore(fields: Fields): boolean {
  return fields.tool_calls !== undefined || fields.additional_kwargs !== undefined;
}

/** Returns whether two messages are equal except for ids that LangGraph generated. */
function hasSameContent(left: LangChainMessage, right: LangChainMessage): boolean {
  if (!isInstance(left) || !isInstance(right)) return same(left, right);
  if (left.constructor !== right.constructor) return false;
  return holdsAllOf(left, right) && holdsAllOf(right, left);
}

function holdsAllOf(message: LangChainMessage, other: LangChainMessage): boolean {
  for (const name in other) {
    if (!isSaid(name)) continue;
    const member = name as keyof LangChainMessage;
    const own: unknown = message[member];
    const known: unknown = other[member];
    if (own !== known && !same(own, known)) return false;
  }
  return true;
}

/** Returns whether a member is content. `lc_kwargs` repeats others, and its neighbours describe the class. */
function isSaid(name: string): boolean {
  return name !== 'id' && !name.startsWith('lc_');
}
