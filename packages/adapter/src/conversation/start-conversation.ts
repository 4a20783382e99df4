import { defined, type IContent, type TokenEstimator } from '@palimpsest/core-types';
import { countSent, type Codec } from '@palimpsest/formats';
import {
  createConversationHistory,
  createOrchestrator,
  type ConversationHistory,
  type Orchestrator,
} from '@palimpsest/orchestrator';
import type { AdapterOptions } from '../adapter-options.ts';
import type { EntryOriginals } from '../entry-originals.ts';
import type { Settings, FixedRegistry } from '@palimpsest/factory/settings';
import type { Conversation } from './conversation.ts';
import type { ConversationMatch } from './conversations.ts';

/** State shared by the conversations of one adapter. */
export interface Session {
  readonly options: AdapterOptions;
  readonly registry: FixedRegistry;
  readonly settings: Settings;
  readonly estimateTokens: TokenEstimator;
  /** Strategy used while the settings name none. */
  readonly defaultStrategy: string;
  readonly clock: (() => number) | undefined;
}

/** Restarts a conversation from its state before a failed request. */
interface Again {
  readonly kind: 'again';
  readonly conversation: Conversation;
  readonly entries: readonly IContent[];
}

/** Returns the conversation that messages continue: a known one, one that begins like it, or a new one. */
export type StartConversation = (found: ConversationMatch | Again) => Conversation;

export function conversationStarter(
  given: Session,
  kept: EntryOriginals,
  codec: Codec,
): StartConversation {
  const session = { ...given, estimateTokens: countSent(given.estimateTokens, codec) };
  return (found) => {
    if (found.kind === 'goes-on') return found.conversation;
    const earlier = found.kind === 'new' ? undefined : found.conversation;
    const last = found.kind === 'again' ? earlier?.last : undefined;
    const length = found.kind === 'again' ? (last?.given.length ?? 0) : found.from;
    const history = createConversationHistory(entriesOf(found));
    const state = earlier?.orchestrator.toJSON();
    return {
      history,
      orchestrator: createSessionOrchestrator(session, kept, history, state),
      names: new Map(earlier?.names),
      messageIndices: new Map(
        [...(earlier?.messageIndices ?? [])].filter(([, place]) => place < length),
      ),
      checkpoints: earlier?.checkpoints.filter(({ messages }) => messages <= length) ?? [],
      isRewritten: earlier?.isRewritten ?? false,
      last,
      busy: undefined,
    };
  };
}

/** Returns the entries with which a conversation starts. */
function entriesOf(
  found: Exclude<ConversationMatch, { readonly kind: 'goes-on' }> | Again,
): readonly IContent[] {
  if (found.kind === 'new') return [];
  if (found.kind === 'again') return found.entries;
  return found.conversation.history.raw().slice(0, found.checkpoint.entries);
}

/** Creates an orchestrator over the strategies, settings and originals of a session. */
export function createSessionOrchestrator(
  session: Session,
  kept: EntryOriginals,
  history: ConversationHistory,
  state?: unknown,
): Orchestrator {
  return createOrchestrator({
    ...orchestratorOptions(session, kept),
    history,
    ...defined({ state }),
  });
}

/** Returns the options that the orchestrators of a session share. */
export function orchestratorOptions(
  { options, registry, settings, estimateTokens, defaultStrategy, clock }: Session,
  kept: EntryOriginals,
): Omit<Parameters<typeof createOrchestrator>[0], 'history' | 'state'> {
  const { prices, resolveProvider, background, pinned } = options;
  return {
    strategies: registry,
    settings,
    estimateTokens,
    defaultStrategy,
    originalId: kept.idOf,
    saveOriginals: kept.keep,
    ...defined({ prices, resolveProvider, background, pinned, now: clock }),
  };
}
