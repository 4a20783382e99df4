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
import type { Conversation } from './conversations.ts';

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

/** The start of a conversation that a new one continues. */
interface Branch {
  readonly of: Conversation;
  readonly entries: readonly IContent[];
  /** Number of messages that the entries were decoded from. */
  readonly length: number;
  readonly last?: Conversation['last'];
}

/** Creates a conversation; without a branch, an empty one. */
export function createConversation(
  session: Session,
  kept: EntryOriginals,
  codec: Codec,
  branch?: Branch,
): Conversation {
  const { of: earlier, entries = [], length = 0, last } = branch ?? {};
  const history = createConversationHistory(entries);
  const counted = { ...session, estimateTokens: countSent(session.estimateTokens, codec) };
  const state = earlier?.orchestrator.toJSON();
  const indices = [...(earlier?.messageIndices ?? [])];
  return {
    history,
    orchestrator: createSessionOrchestrator(counted, kept, history, state),
    names: new Map(earlier?.names),
    messageIndices: new Map(indices.filter(([, place]) => place < length)),
    checkpoints: earlier?.checkpoints.filter(({ messages }) => messages <= length) ?? [],
    isRewritten: earlier?.isRewritten ?? false,
    last,
    busy: undefined,
  };
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
