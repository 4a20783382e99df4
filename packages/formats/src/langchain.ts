import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { CallNames } from './call-ids.ts';
import type { Codec } from './codec.ts';
import {
  build,
  rebuild,
  speakerOf,
  surroundings,
  viewOf,
  type Fields,
  type LangChainClasses,
  type LangChainMessage,
  isInstance,
} from './langchain/forms.ts';
import { readMessage } from './langchain/read.ts';
import { writeResponse, writeSaid } from './langchain/write.ts';
import { nativeMessage, recall, rememberSynthetic, sameBlocks } from './native.ts';
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
    hasSameContent: saysSame,
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
  const around = surroundings(natives, classes);
  const messages: LangChainMessage[] = [];
  for (const [index, entry] of history.entries()) {
    const own = untouched(entry, index);
    if (own !== undefined) messages.push(own);
    else for (const message of write(entry, around)) messages.push(message);
  }
  return messages;
}

function untouched(entry: IContent, index: number): LangChainMessage | undefined {
  const native = nativeMessage<LangChainMessage>('langchain', entry);
  if (native === undefined) return undefined;
  const known = recall(native)?.entry;
  if (entry === known) return native.message;
  const before = known ?? readMessage(native.message, index);
  const isSame =
    entry.speaker === before.speaker &&
    entry.metadata?.['name'] === before.metadata?.['name'] &&
    sameBlocks(entry.blocks, before.blocks);
  return isSame ? native.message : undefined;
}

function write(
  entry: IContent,
  around: ReturnType<typeof surroundings>,
): readonly LangChainMessage[] {
  const raw = nativeMessage<LangChainMessage>('langchain', entry)?.message;
  const view = raw === undefined ? undefined : viewOf(raw);
  const isOwn = view !== undefined && speakerOf(view.type) === entry.speaker;
  const make = (fields: Fields, type: IContent['speaker'], keeps: boolean): LangChainMessage =>
    raw !== undefined && isOwn && keeps ? rebuild(raw, view, fields) : build(type, fields, around);

  let isFirst = entry.speaker === 'tool';
  const responses: LangChainMessage[] = [];
  const rest: ContentBlock[] = [];
  for (const block of entry.blocks) {
    if (block.type !== 'tool_response') rest.push(block);
    else {
      const fields = writeResponse(block, isOwn && isFirst ? view.fields : undefined);
      responses.push(make(fields, 'tool', isFirst));
      isFirst = false;
    }
  }
  const said: LangChainMessage[] = [];
  if (rest.length > 0 || (responses.length === 0 && entry.speaker !== 'tool')) {
    const keeps = entry.speaker !== 'tool';
    const fields = writeSaid({ ...entry, blocks: rest }, isOwn && keeps ? view.fields : undefined);
    const isBlank = !isOwn && rest.length > 0 && fields.content === '' && !hasMore(fields);
    if (!isBlank) said.push(make(fields, keeps ? entry.speaker : 'human', keeps));
  }
  const messages = entry.speaker === 'ai' ? [...said, ...responses] : [...responses, ...said];
  if (raw === undefined && messages.length === 1) rememberSynthetic(entry, messages[0]);
  return messages;
}

function hasMore(fields: Fields): boolean {
  return fields.tool_calls !== undefined || fields.additional_kwargs !== undefined;
}

/** Returns whether two messages are equal except for ids that LangGraph generated. */
function saysSame(left: LangChainMessage, right: LangChainMessage): boolean {
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
