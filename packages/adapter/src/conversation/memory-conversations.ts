import { defined } from '@palimpsest/core-types';
import { sameValue } from '@palimpsest/formats';
import type { ReportedUsage } from '@palimpsest/orchestrator';
import { findConversation, type Found } from '@palimpsest/orchestrator/session';
import { RECALL_TOOL } from '@palimpsest/originals/recall';
import type { AdaptResult } from '../adapter.ts';
import { appendNew } from './append-new.ts';
import { createConversation, type Conversation } from './conversation.ts';
import {
  getScope,
  resolveAllowRewrite,
  toPrepareRequest,
  type AdapterContext,
  type ConversationRequest,
  type Conversations,
} from './conversations.ts';
import { getDecodedObjects, restoreGivenObjects, reuseSentObjects } from './message-objects.ts';

/** Maximum number of conversations that an adapter remembers: the main one and those of subagents. */
const MAX_CONVERSATIONS = 32;

/**
 * Creates the conversations of an adapter that does not store them. They are no stored sessions in memory: those read, digest and count the
 * whole conversation at each request, these only new messages.
 */
export function createMemoryConversations(context: AdapterContext): Conversations {
  /** The scope of each conversation, the most recently used last. */
  const scopes = new Map<Conversation, string>();

  function find(
    given: Pick<ConversationRequest<unknown>, 'codec' | 'messages' | 'request'>,
  ): Found<Conversation> | undefined {
    const { codec, messages } = given;
    const scope = getScope(given);
    const own = [...scopes.keys()].filter((conversation) => scopes.get(conversation) === scope);
    const known = own.map((conversation) => {
      const { last, isRewritten, marks } = conversation;
      const sent = isRewritten ? last?.sent : undefined;
      return { conversation, given: last?.given ?? [], sent, marks };
    });
    const isSame = (left: unknown, right: unknown): boolean =>
      left === right || (codec.hasSameContent?.(left, right) ?? sameValue(left, right));
    const found = findConversation<unknown, (typeof known)[number]>(known, messages, isSame);
    return found && { ...found, conversation: found.conversation.conversation };
  }

  /** Adds a conversation, and forgets the least recently used one beyond the limit. */
  function remember(conversation: Conversation, scope: string): void {
    scopes.delete(conversation);
    scopes.set(conversation, scope);
    const [oldest] = scopes.keys();
    if (scopes.size > MAX_CONVERSATIONS && oldest !== undefined) scopes.delete(oldest);
  }

  return {
    async prepare(given) {
      // No await between finding an idle conversation and marking it busy.
      let found = find(given);
      while (found?.conversation.busy !== undefined) {
        await found.conversation.busy;
        found = find(given);
      }
      const { codec } = given;
      const scope = getScope(given);
      const conversation = conversationOf(found, given, context);
      const entries = conversation.history.raw();
      const preparing = prepareOne(conversation, found, given, context);
      conversation.busy = preparing.catch(() => {});
      remember(conversation, scope);
      // The fork replaces only messages after the newest response: the old branch is dropped.
      if (found?.kind === 'forks' && found.from >= (found.conversation.last?.answeredCount ?? 0)) {
        scopes.delete(found.conversation);
      }
      try {
        return await preparing;
      } catch (error) {
        scopes.delete(conversation);
        if (found?.kind === 'given' || found?.kind === 'sent') {
          // Keeps what was sent before: reasoning may depend on it, and the prompt cache may contain it.
          const { last } = conversation;
          const length = last?.given.length ?? 0;
          const branch = { of: conversation, entries, length, last };
          remember(createConversation(context, codec, branch), scope);
        } else if (found !== undefined) {
          remember(found.conversation, scope);
        }
        throw error;
      } finally {
        conversation.busy = undefined;
      }
    },
    async asLastSent(given) {
      const { messages } = given;
      const found = find(given);
      if (found?.kind !== 'given') return messages;
      const { conversation, from } = found;
      const { last, isRewritten } = conversation;
      if (last === undefined || !isRewritten) return messages;
      return [
        ...restoreGivenObjects(last.encoded, conversation, messages),
        ...messages.slice(from),
      ];
    },
    async flush() {
      // Nothing is stored.
    },
  };
}

/** Returns the conversation that messages continue: a known one, one that begins like it, or a new one. */
function conversationOf(
  found: Found<Conversation> | undefined,
  { codec }: ConversationRequest<unknown>,
  context: AdapterContext,
): Conversation {
  if (found === undefined) return createConversation(context, codec);
  if (found.kind !== 'forks') return found.conversation;
  const { conversation: of, from: length, mark } = found;
  const entries = of.history.raw().slice(0, mark[1]);
  return createConversation(context, codec, { of, entries, length });
}

async function prepareOne<Message>(
  conversation: Conversation,
  found: Found<Conversation> | undefined,
  given: ConversationRequest<Message>,
  context: AdapterContext,
): Promise<Required<AdaptResult<Message>>> {
  const { codec, messages, request } = given;
  const { history, orchestrator } = conversation;
  const report = (usage: ReportedUsage) => orchestrator.report({ usage });
  const facts = toPrepareRequest(context, given);
  const requestKey = JSON.stringify([facts, context.orchestration.settings.explicitValues()]);
  const { kind, from = 0 } = found ?? {};
  const { last } = conversation;
  const isWhole = kind !== 'forks' && from > 0 && from === messages.length;
  if (isWhole && last?.requestKey === requestKey) {
    const { outcome, encoded } = last;
    const isSent = kind === 'sent' || !conversation.isRewritten;
    const sent = isSent ? messages : restoreGivenObjects(encoded, conversation, messages);
    return { messages: sent, outcome, report };
  }
  if (kind === 'sent') adoptSent(conversation);

  const { recognize } = context.originals;
  const { pending, answeredCount } = appendNew(codec, conversation, messages, from, recognize);
  conversation.canRecall = offersRecall(request.beside?.tools);
  const outcome = await orchestrator.prepare({
    ...facts,
    pending,
    allowRewrite: resolveAllowRewrite(context, history.raw(), pending),
    ...defined({ signal: request.signal }),
  });
  const { firstChangedIndex: changed = Infinity } = outcome;
  const before = [answeredCount, history.length] as const;
  history.append(...outcome.pending);
  const valid = conversation.marks.filter(([, entries]) => entries <= changed);
  conversation.marks = [...valid, before, [messages.length, history.length]];
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
  conversation.last = { requestKey, given: [...messages], sent, encoded, answeredCount, outcome };
  return { messages: sent, outcome, report };
}

/** Makes the sent messages the conversation's messages, because the framework continues with them. */
function adoptSent(conversation: Conversation): void {
  const { messageIndices, last } = conversation;
  messageIndices.clear();
  for (const [index, message] of last?.encoded.entries() ?? []) messageIndices.set(message, index);
  conversation.marks = [];
  if (last !== undefined) conversation.last = { ...last, given: last.sent };
}

/** Returns whether tools of a request, in any format, have the one that recalls. Unknown tools may have it. */
function offersRecall(tools: unknown): boolean {
  return tools === undefined || JSON.stringify(tools).includes(`"name":"${RECALL_TOOL.name}"`);
}
