import { defined, type IContent } from '@palimpsest/core-types';
import { countSent, type Codec } from '@palimpsest/formats';
import { createSession, type SessionRequest } from '@palimpsest/orchestrator/session';
import type { AdaptResult } from '../adapter.ts';
import type { AdapterOptions } from '../adapter-options.ts';
import type { EntryOriginals } from '../entry-originals.ts';
import { rememberNames, splitPending } from './append-new.ts';
import { type ToolNames, getScopeKey } from './conversations.ts';
import {
  toPrepareRequest,
  resolveAllowRewrite,
  type ConversationRequest,
} from './prepare-conversation.ts';
import { orchestratorOptions, type Session } from './start-conversation.ts';

/** Conversations of an adapter that are kept in a session store instead of in memory. */
export interface StoredSession {
  prepare<Message>(
    given: Omit<ConversationRequest<Message>, 'conversations'>,
  ): Promise<Required<AdaptResult<Message>>>;
  /** Returns messages to send when preparation failed: earlier messages as they were last sent, new ones unchanged. */
  asLastSent<Message>(
    given: Pick<ConversationRequest<Message>, 'codec' | 'messages' | 'request'>,
  ): Promise<readonly Message[]>;
  flush(): Promise<void>;
}

/** @param codec format in which the session sends requests; tokens are counted in it */
export function openStoredSession(
  given: Session,
  stored: NonNullable<AdapterOptions['session']>,
  kept: EntryOriginals,
  codec: Codec,
): StoredSession {
  const counted = { ...given, estimateTokens: countSent(given.estimateTokens, codec) };
  const session = createSession({
    ...orchestratorOptions(counted, kept),
    session: stored,
    originals: kept,
  });
  return {
    async prepare({ session: own, codec: of, messages, request, overhead }) {
      const entries = of.decode(messages);
      const prepared = await session.prepare({
        ...toPrepareRequest(own, request, overhead, of.name),
        ...toSessionEntries(of, entries, request.conversation),
        allowRewrite: resolveAllowRewrite(own, [entries]),
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
    async asLastSent({ codec: of, messages, request }) {
      const sent = await session.lastSent(
        toSessionEntries(of, of.decode(messages), request.conversation),
      );
      return sent === undefined ? messages : (of.encode(sent) as typeof messages);
    },
    flush: () => session.flush(),
  };
}

function toSessionEntries(
  codec: Codec,
  entries: readonly IContent[],
  conversation: string | undefined,
): Pick<SessionRequest, 'entries' | 'pending' | 'conversation'> {
  const names: ToolNames = new Map();
  rememberNames(entries, names);
  const { answered, pending } = splitPending(entries, names);
  return { entries: answered, pending, conversation: getScopeKey(codec, conversation) };
}
