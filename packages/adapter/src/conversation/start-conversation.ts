import type { IContent, TokenEstimator } from '@palimpsest/core-types';
import type { Settings, StrategyRegistry } from '@palimpsest/factory';
import { countSent, type Codec } from '@palimpsest/formats';
import {
  createConversationHistory,
  createOrchestrator,
  type ConversationHistory,
  type Orchestrator,
} from '@palimpsest/orchestrator';
import { DEFAULT_STRATEGY } from 'palimpsest';
import type { AdapterOptions } from '../adapter-options.ts';
import type { EntryOriginals } from '../entry-originals.ts';
import type { Conversation } from './conversation.ts';
import type { Found } from './conversations.ts';

/** State shared by the conversations of one adapter. */
export interface Session {
  readonly options: AdapterOptions;
  readonly registry: StrategyRegistry;
  readonly settings: Settings;
  readonly estimateTokens: TokenEstimator;
}

/** Restarts a conversation from its state before a failed request. */
interface Again {
  readonly kind: 'again';
  readonly conversation: Conversation;
  readonly entries: readonly IContent[];
}

/** Returns the conversation that messages continue: a known one, one that begins like it, or a new one. */
export type StartConversation = (found: Found | Again) => Conversation;

export function conversationStarter(
  given: Session,
  kept: EntryOriginals,
  codec: Codec,
): StartConversation {
  const session = { ...given, estimateTokens: countSent(given.estimateTokens, codec) };
  return (found) => {
    if (found.kind === 'goes-on') return found.conversation;
    if (found.kind === 'new') {
      const history = createConversationHistory();
      return begun(history, createSessionOrchestrator(session, kept, history), []);
    }
    const { conversation } = found;
    const { last, marks, places, isRewritten } = conversation;
    const isAgain = found.kind === 'again';
    const length = isAgain ? (last?.given.length ?? 0) : found.from;
    const history = createConversationHistory(
      isAgain ? found.entries : conversation.history.raw().slice(0, found.mark.entries),
    );
    const state = conversation.orchestrator.toJSON();
    return {
      ...begun(history, createSessionOrchestrator(session, kept, history, state), [
        ...conversation.names,
      ]),
      places: new Map([...places].filter(([, place]) => place < length)),
      marks: marks.filter(({ messages }) => messages <= length),
      isRewritten,
      last: isAgain ? last : undefined,
    };
  };
}

/** Creates an orchestrator over the strategies, settings and originals of a session. */
export function createSessionOrchestrator(
  { options, registry, settings, estimateTokens }: Session,
  kept: EntryOriginals,
  history: ConversationHistory,
  state?: unknown,
): Orchestrator {
  const { prices, resolveProvider, pinned } = options;
  return createOrchestrator({
    history,
    strategies: registry,
    settings,
    estimateTokens,
    defaultStrategy: DEFAULT_STRATEGY,
    originalId: kept.idOf,
    saveOriginals: kept.keep,
    ...(prices === undefined ? {} : { prices }),
    ...(resolveProvider === undefined ? {} : { resolveProvider }),
    ...(pinned === undefined ? {} : { pinned }),
    ...(state === undefined ? {} : { state }),
  });
}

function begun(
  history: ConversationHistory,
  orchestrator: Orchestrator,
  names: Iterable<readonly [string, string]>,
): Conversation {
  return {
    history,
    orchestrator,
    names: new Map(names),
    places: new Map(),
    marks: [],
    isRewritten: false,
    last: undefined,
    busy: undefined,
  };
}
