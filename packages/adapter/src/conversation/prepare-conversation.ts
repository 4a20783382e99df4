import type { IContent, UsageStats } from '@palimpsest/core-types';
import type { Codec, FormatName, OverheadTokens } from '@palimpsest/formats';
import {
  hasBoundThinking,
  type LedgerCall,
  type PrepareResult,
  type PrepareRequest,
} from '@palimpsest/orchestrator';
import type { AdaptRequest } from '../adapter.ts';
import type { Session } from '../session.ts';
import { appendNew } from './append-new.ts';
import { marksAfter, type Conversation } from './conversation.ts';
import type { Conversations } from './conversations.ts';
import type { Found } from './find-conversation.ts';
import { objectsRead, withObjectsSent, withOwnObjects } from './objects.ts';
import type { StartConversation } from './start-conversation.ts';

/** A request with everything derived from it. */
export interface ConversationRequest<Message> {
  readonly session: Session;
  readonly conversations: Conversations;
  readonly start: StartConversation;
  readonly format: FormatName;
  readonly codec: Codec;
  /** Without the leading system messages. */
  readonly messages: readonly Message[];
  readonly request: AdaptRequest;
  readonly beside: OverheadTokens;
  readonly recognize: (entries: readonly IContent[]) => readonly IContent[];
}

export interface PreparedMessages<Message> {
  /** The given array if nothing changed. */
  readonly messages: readonly Message[];
  readonly outcome: PrepareResult;
  readonly report: (usage: UsageStats) => LedgerCall | undefined;
}

/**
 * Continues the conversation that the messages belong to. A failed request is forgotten, but not what was sent before it: reasoning may
 * depend on that, and a provider's cache holds it.
 */
export async function prepareConversation<Message>(
  given: ConversationRequest<Message>,
): Promise<PreparedMessages<Message>> {
  const { conversations, format, codec, messages, request } = given;
  const find = () => conversations.find(codec, messages, request.conversation);
  // No await between finding an idle conversation and marking it busy.
  let found = find();
  while (found.kind !== 'new' && found.conversation.busy !== undefined) {
    await found.conversation.busy;
    found = find();
  }
  const conversation = given.start(found);
  const entries = conversation.history.raw();
  const preparing = prepareOne(conversation, found, given);
  conversation.busy = preparing.catch(() => {});
  conversations.remember(format, request.conversation, conversation);
  // The conversation took another branch after its last request, which cannot be resumed.
  if (found.kind === 'forks' && found.mark.messages >= (found.conversation.last?.answered ?? 0)) {
    conversations.forget(found.conversation);
  }
  try {
    return await preparing;
  } catch (error) {
    conversations.forget(conversation);
    const before = conversationBefore(found, entries, given.start);
    if (before !== undefined) conversations.remember(format, request.conversation, before);
    throw error;
  } finally {
    conversation.busy = undefined;
  }
}

function conversationBefore(
  found: Found,
  entries: readonly IContent[],
  start: StartConversation,
): Conversation | undefined {
  if (found.kind === 'new') return undefined;
  const { conversation } = found;
  return found.kind === 'forks' ? conversation : start({ kind: 'again', conversation, entries });
}

async function prepareOne<Message>(
  conversation: Conversation,
  found: Found,
  { session, codec, messages, request, beside, recognize }: ConversationRequest<Message>,
): Promise<PreparedMessages<Message>> {
  const { history, orchestrator } = conversation;
  const report = (usage: UsageStats) => orchestrator.report({ usage });
  const facts = factsOf(session, request, beside);
  const question = JSON.stringify([facts, session.settings.explicitValues()]);
  const from = fromOf(found);
  const { last } = conversation;
  if (found.kind === 'goes-on' && from === messages.length && last?.question === question) {
    const { outcome, encoded } = last;
    const isSent = found.with === 'sent' || !conversation.isRewritten;
    const sent = isSent ? messages : withOwnObjects(encoded, conversation, messages);
    return { messages: sent, outcome, report };
  }
  if (found.kind === 'goes-on' && found.with === 'sent') adoptSent(conversation);

  const news = appendNew(codec, conversation, messages, from, recognize);
  const { pending, answered } = news;
  const outcome = await orchestrator.prepare({
    ...facts,
    pending,
    allowRewrite: mayRewrite(session, [history.raw(), pending]),
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  });
  const before = { messages: answered, entries: history.length };
  history.append(...outcome.pending);
  const atEnd = { messages: messages.length, entries: history.length };
  conversation.marks = marksAfter(conversation.marks, outcome, [before, atEnd]);
  conversation.isRewritten ||= outcome.firstChangedIndex !== undefined;
  const { isRewritten } = conversation;
  const encoded = isRewritten
    ? withObjectsSent(
        codec.encode([...outcome.history, ...outcome.pending]),
        last?.encoded ?? [],
        conversation,
      )
    : objectsRead(messages, conversation);
  const sent = isRewritten ? withOwnObjects(encoded, conversation, messages) : messages;
  conversation.last = { question, given: [...messages], sent, encoded, answered, outcome };
  return { messages: sent, outcome, report };
}

function fromOf(found: Found): number {
  if (found.kind === 'new') return 0;
  return found.kind === 'forks' ? found.mark.messages : found.from;
}

/** The framework continues with the sent messages: from now on they are the conversation's messages. */
function adoptSent(conversation: Conversation): void {
  const { places, last } = conversation;
  places.clear();
  for (const [place, message] of last?.encoded.entries() ?? []) places.set(message, place);
  conversation.marks = [];
  if (last !== undefined) conversation.last = { ...last, given: last.sent };
}

function factsOf(
  { options }: Session,
  { model, contextLimit, maxOutputTokens }: AdaptRequest,
  beside: OverheadTokens,
): PrepareRequest {
  const own = options.contextLimit;
  const window = (typeof own === 'function' ? own(model) : own) ?? contextLimit;
  return {
    overhead: beside,
    ...(model === undefined ? {} : { model }),
    ...(window === undefined ? {} : { contextLimit: window }),
    ...(maxOutputTokens === undefined ? {} : { completionBudget: maxOutputTokens }),
  };
}

function mayRewrite(
  { options }: Session,
  sent: readonly (readonly IContent[])[],
): boolean | 'never' {
  const { when, thinking } = options;
  const isHeld = () => sent.some((entries) => hasBoundThinking(entries, 0, 'signed'));
  if (thinking === 'keep-append-only' && isHeld()) return 'never';
  return when !== 'ingest';
}
