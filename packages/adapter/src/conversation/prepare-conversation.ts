import { defined, type IContent, type UsageStats } from '@palimpsest/core-types';
import { type Codec, type FormatName, type OverheadTokens, sameValue } from '@palimpsest/formats';
import { hasBoundThinking, type PrepareRequest } from '@palimpsest/orchestrator';
import type { AdaptRequest, AdaptResult } from '../adapter.ts';
import type { EntryOriginals } from '../entry-originals.ts';
import { appendNew } from './append-new.ts';
import type { Conversation, Conversations, ConversationMatch } from './conversations.ts';
import { createConversation, type Session } from './start-conversation.ts';

/** A request, and what its preparation needs. */
export interface ConversationRequest<Message> {
  readonly session: Session;
  readonly conversations: Conversations;
  readonly kept: EntryOriginals;
  readonly codec: Codec;
  /** Without the leading system messages. */
  readonly messages: readonly Message[];
  readonly request: AdaptRequest;
  readonly overhead: OverheadTokens;
}

/**
 * Continues the conversation that the messages belong to. If preparation fails, forgets the request but keeps what was sent before:
 * reasoning may depend on it, and the prompt cache may contain it.
 */
export async function prepareConversation<Message>(
  given: ConversationRequest<Message>,
): Promise<Required<AdaptResult<Message>>> {
  const { session, conversations, kept, codec, messages, request } = given;
  const find = () => conversations.find(codec, messages, request.conversation);
  // No await between finding an idle conversation and marking it busy.
  let found = find();
  while (found.kind !== 'new' && found.conversation.busy !== undefined) {
    await found.conversation.busy;
    found = find();
  }
  const conversation = conversationOf(found, given);
  const entries = conversation.history.raw();
  const preparing = prepareOne(conversation, found, given);
  conversation.busy = preparing.catch(() => {});
  conversations.remember(codec, request.conversation, conversation);
  // The fork replaces only messages after the newest response: the old branch is dropped.
  if (
    found.kind === 'forks' &&
    found.checkpoint.messages >= (found.conversation.last?.answered ?? 0)
  ) {
    conversations.forget(found.conversation);
  }
  try {
    return await preparing;
  } catch (error) {
    conversations.forget(conversation);
    if (found.kind === 'goes-on') {
      const { last } = conversation;
      const branch = { of: conversation, entries, length: last?.given.length ?? 0, last };
      const before = createConversation(session, kept, codec, branch);
      conversations.remember(codec, request.conversation, before);
    } else if (found.kind === 'forks') {
      conversations.remember(codec, request.conversation, found.conversation);
    }
    throw error;
  } finally {
    conversation.busy = undefined;
  }
}

/**
 * Returns messages to send when preparation failed: earlier messages as they were last sent, because reasoning may depend on them, new ones
 * unchanged.
 */
export function asLastSent<Message>(
  conversations: Conversations,
  codec: Codec,
  messages: readonly Message[],
  name: string | undefined,
): readonly Message[] {
  const found = conversations.find(codec, messages, name);
  if (found.kind !== 'goes-on' || found.with === 'sent') return messages;
  const { conversation, from } = found;
  const { last, isRewritten } = conversation;
  if (last === undefined || !isRewritten) return messages;
  return [...restoreGivenObjects(last.encoded, conversation, messages), ...messages.slice(from)];
}

/** Returns the conversation that messages continue: a known one, one that begins like it, or a new one. */
function conversationOf<Message>(
  found: ConversationMatch,
  { session, kept, codec }: ConversationRequest<Message>,
): Conversation {
  if (found.kind === 'goes-on') return found.conversation;
  if (found.kind === 'new') return createConversation(session, kept, codec);
  const { conversation: of, from: length, checkpoint } = found;
  const entries = of.history.raw().slice(0, checkpoint.entries);
  return createConversation(session, kept, codec, { of, entries, length });
}

async function prepareOne<Message>(
  conversation: Conversation,
  found: ConversationMatch,
  { session, kept, codec, messages, request, overhead }: ConversationRequest<Message>,
): Promise<Required<AdaptResult<Message>>> {
  const { history, orchestrator } = conversation;
  const report = (usage: UsageStats) => orchestrator.report({ usage });
  const facts = toPrepareRequest(session, request, overhead, codec.name);
  const requestKey = JSON.stringify([facts, session.settings.explicitValues()]);
  const { from } = found;
  const { last } = conversation;
  if (found.kind === 'goes-on' && from === messages.length && last?.requestKey === requestKey) {
    const { outcome, encoded } = last;
    const isSent = found.with === 'sent' || !conversation.isRewritten;
    const sent = isSent ? messages : restoreGivenObjects(encoded, conversation, messages);
    return { messages: sent, outcome, report };
  }
  if (found.kind === 'goes-on' && found.with === 'sent') adoptSent(conversation);

  const { pending, answered } = appendNew(codec, conversation, messages, from, kept.recognize);
  const outcome = await orchestrator.prepare({
    ...facts,
    pending,
    allowRewrite: resolveAllowRewrite(session, [history.raw(), pending]),
    ...defined({ signal: request.signal }),
  });
  const { firstChangedIndex: changed = Infinity } = outcome;
  const before = { messages: answered, entries: history.length };
  history.append(...outcome.pending);
  const atEnd = { messages: messages.length, entries: history.length };
  const valid = conversation.checkpoints.filter(({ entries }) => entries <= changed);
  conversation.checkpoints = [...valid, before, atEnd];
  conversation.isRewritten ||= outcome.firstChangedIndex !== undefined;
  const { isRewritten } = conversation;
  const encoded = isRewritten
    ? reuseSentObjects(
        codec.encode([...outcome.history, ...outcome.pending]),
        last?.encoded ?? [],
        conversation,
      )
    : getDecodedObjects(messages, conversation);
  const sent = isRewritten ? restoreGivenObjects(encoded, conversation, messages) : messages;
  conversation.last = {
    requestKey,
    given: [...messages],
    sent,
    encoded,
    answered,
    outcome,
  };
  return { messages: sent, outcome, report };
}

/** Makes the sent messages the conversation's messages, because the framework continues with them. */
function adoptSent(conversation: Conversation): void {
  const { messageIndices, last } = conversation;
  messageIndices.clear();
  for (const [index, message] of last?.encoded.entries() ?? []) messageIndices.set(message, index);
  conversation.checkpoints = [];
  if (last !== undefined) conversation.last = { ...last, given: last.sent };
}

/** Maximum request size in bytes per format, from the providers' documentation. Providers reject larger requests with HTTP 413. */
const MAX_REQUEST_BYTES: Readonly<Partial<Record<FormatName, number>>> = {
  anthropic: 32_000_000,
  gemini: 20_000_000,
  openai: 50_000_000,
  'openai-responses': 50_000_000,
};

/** @param format the format in which the request is sent */
export function toPrepareRequest(
  { options }: Session,
  { model, contextLimit, maxOutputTokens, maxRequestBytes }: AdaptRequest,
  overhead: OverheadTokens,
  format: FormatName,
): PrepareRequest {
  const own = options.contextLimit;
  return {
    overhead,
    ...defined({
      model,
      contextLimit: (typeof own === 'function' ? own(model) : own) ?? contextLimit,
      completionBudget: maxOutputTokens,
      maxRequestBytes: maxRequestBytes ?? MAX_REQUEST_BYTES[format],
    }),
  };
}

/**
 * Returns `PrepareRequest.allowRewrite`: `'never'` if `thinking` is `keep-append-only` and the entries have signed reasoning, else whether
 * `when` is not `ingest`.
 */
export function resolveAllowRewrite(
  { options }: Session,
  sent: readonly (readonly IContent[])[],
): boolean | 'never' {
  const { when, thinking } = options;
  const hasSignedThinking = () => sent.some((entries) => hasBoundThinking(entries, 0, 'signed'));
  if (thinking === 'keep-append-only' && hasSignedThinking()) return 'never';
  return when !== 'ingest';
}

/** Replaces encoded messages by the framework's own objects with the same content. */
function restoreGivenObjects<Message>(
  encoded: readonly unknown[],
  { messageIndices }: Pick<Conversation, 'messageIndices'>,
  given: readonly Message[],
): readonly Message[] {
  return encoded.map((message) => {
    const place = messageIndices.get(message);
    // A codec writes messages of its own format.
    return place === undefined ? (message as Message) : given[place]!;
  });
}

/**
 * Replaces newly encoded messages by the objects sent at the same position, if their content is equal. Objects from which the history was
 * decoded stay.
 */
function reuseSentObjects(
  encoded: readonly unknown[],
  before: readonly unknown[],
  { messageIndices }: Pick<Conversation, 'messageIndices'>,
): readonly unknown[] {
  return encoded.map((message, at) => {
    const sent = before[at];
    return message !== sent && !messageIndices.has(message) && sameValue(message, sent)
      ? sent
      : message;
  });
}

/** Returns the objects from which the history was decoded, for messages that are sent unchanged. */
function getDecodedObjects(
  messages: readonly unknown[],
  { messageIndices }: Pick<Conversation, 'messageIndices'>,
): readonly unknown[] {
  const objects = [...messages];
  for (const [object, place] of messageIndices) objects[place] = object;
  return objects;
}
