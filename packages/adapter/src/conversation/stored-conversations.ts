import { countSent, type Codec } from '@palimpsest/formats';
import { defined } from '@palimpsest/core-types';
import { createSession, type SessionRequest } from '@palimpsest/orchestrator/session';
import type { AdapterOptions } from '../adapter-options.ts';
import { rememberNames, splitPending } from './append-new.ts';
import type { ToolNames } from './conversation.ts';
import {
  getScope,
  resolveAllowRewrite,
  toPrepareRequest,
  type AdapterContext,
  type ConversationRequest,
  type Conversations,
} from './conversations.ts';

/** @param codec format in which the session sends requests; tokens are counted in it */
export function openStoredConversations(
  context: AdapterContext,
  stored: NonNullable<AdapterOptions['session']>,
  codec: Codec,
): Conversations {
  const { kept, orchestration } = context;
  const session = createSession({
    ...orchestration,
    estimateTokens: countSent(orchestration.estimateTokens, codec),
    session: stored,
    originals: kept,
  });
  return {
    async prepare(given) {
      const { codec: of, messages, request } = given;
      const own = toSessionRequest(given);
      const prepared = await session.prepare({
        ...toPrepareRequest(context, given),
        ...own,
        allowRewrite: resolveAllowRewrite(context, own.entries, own.pending),
        readBack: (sent) => of.decode(of.encode(sent)),
        ...defined({ signal: request.signal }),
      });
      const { outcome, isRewritten, report } = prepared;
      // A codec writes messages of its own format; unchanged messages are the given objects.
      const sent = isRewritten
        ? (of.encode([...outcome.history, ...outcome.pending]) as typeof messages)
        : messages;
      return { messages: sent, outcome, report };
    },
    async asLastSent(given) {
      const { codec: of, messages } = given;
      const sent = await session.lastSent(toSessionRequest(given));
      return sent === undefined ? messages : (of.encode(sent) as typeof messages);
    },
    flush: () => session.flush(),
  };
}

function toSessionRequest(
  given: Omit<ConversationRequest<unknown>, 'overhead'>,
): Required<Pick<SessionRequest, 'entries' | 'pending' | 'conversation'>> {
  const decoded = given.codec.decode(given.messages);
  const names: ToolNames = new Map();
  rememberNames(decoded, names);
  const { answered, pending } = splitPending(decoded, names);
  return { entries: answered, pending, conversation: getScope(given) };
}
