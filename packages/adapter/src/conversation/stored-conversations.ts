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

/**
 * Opens conversations whose state is in a store.
 *
 * @param codec the format whose token counts all requests use
 */
export function openStoredConversations(
  context: AdapterContext,
  store: NonNullable<AdapterOptions['session']>,
  codec: Codec,
): Conversations {
  const { originals, orchestration } = context;
  const session = createSession({
    ...orchestration,
    estimateTokens: countSent(orchestration.estimateTokens, codec),
    session: store,
    originals,
  });
  return {
    async prepare(given) {
      const { codec: requestCodec, messages, request } = given;
      const { entries, pending, conversation } = toSessionRequest(given);
      const prepared = await session.prepare({
        ...toPrepareRequest(context, given),
        entries,
        pending,
        conversation,
        allowRewrite: resolveAllowRewrite(context, entries, pending),
        // The entries that the host will give if it keeps what was sent.
        readBack: (sent) => requestCodec.decode(requestCodec.encode(sent)),
        ...defined({ signal: request.signal }),
      });
      const { outcome, isRewritten, report } = prepared;
      // The cast is safe: the codec writes the format of `messages`.
      const sent = isRewritten
        ? (requestCodec.encode([...outcome.history, ...outcome.pending]) as typeof messages)
        : messages;
      return { messages: sent, outcome, report };
    },
    async asLastSent(given) {
      const { codec: requestCodec, messages } = given;
      const sent = await session.lastSent(toSessionRequest(given));
      return sent === undefined ? messages : (requestCodec.encode(sent) as typeof messages);
    },
    flush: () => session.flush(),
  };
}

/** Decodes the messages, and separates those up to the newest response of the model from the pending ones. */
function toSessionRequest(
  given: Omit<ConversationRequest<unknown>, 'overhead'>,
): Required<Pick<SessionRequest, 'entries' | 'pending' | 'conversation'>> {
  const decoded = given.codec.decode(given.messages);
  const names: ToolNames = new Map();
  rememberNames(decoded, names);
  const { answered, pending } = splitPending(decoded, names);
  return { entries: answered, pending, conversation: getScope(given) };
}
