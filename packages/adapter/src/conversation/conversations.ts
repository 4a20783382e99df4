import { defined, type IContent } from '@palimpsest/core-types';
import type { Settings } from '@palimpsest/factory/settings';
import type { Codec, FormatName, OverheadTokens } from '@palimpsest/formats';
import {
  hasBoundThinking,
  type createOrchestrator,
  type PrepareRequest,
} from '@palimpsest/orchestrator';
import type { AdapterOptions } from '../adapter-options.ts';
import type { AdaptRequest, AdaptResult } from '../adapter.ts';
import type { EntryOriginals } from '../entry-originals.ts';

/** The conversations of an adapter: in memory, or in a stored session. */
export interface Conversations {
  /** Prepares a request of the conversation that its messages continue. A failed request changes nothing. */
  prepare<Message>(given: ConversationRequest<Message>): Promise<Required<AdaptResult<Message>>>;
  /**
   * Returns messages to send when preparation failed: earlier messages as they were last sent, because reasoning may depend on them, new ones
   * unchanged.
   */
  asLastSent<Message>(
    given: Omit<ConversationRequest<Message>, 'overhead'>,
  ): Promise<readonly Message[]>;
  flush(): Promise<void>;
}

export interface ConversationRequest<Message> {
  readonly codec: Codec;
  /** Without the leading system messages. */
  readonly messages: readonly Message[];
  readonly request: AdaptRequest;
  readonly overhead: OverheadTokens;
}

/** What the conversations of an adapter share. */
export interface AdapterContext {
  readonly options: AdapterOptions;
  readonly originals: EntryOriginals;
  /** Options of each orchestrator. */
  readonly orchestration: Omit<Parameters<typeof createOrchestrator>[0], 'history' | 'state'> & {
    readonly settings: Settings;
  };
}

/** Returns the scope of a request: the format and the caller's conversation name. Only conversations of the same scope are compared. */
export function getScope({
  codec,
  request,
}: Pick<ConversationRequest<unknown>, 'codec' | 'request'>): string {
  const { conversation } = request;
  return JSON.stringify(conversation === undefined ? [codec.name] : [codec.name, conversation]);
}

/** Maximum request size in bytes per format, from the providers' documentation. Providers reject larger requests with HTTP 413. */
const MAX_REQUEST_BYTES: Readonly<Partial<Record<FormatName, number>>> = {
  anthropic: 32_000_000,
  gemini: 20_000_000,
  openai: 50_000_000,
  'openai-responses': 50_000_000,
};

export function toPrepareRequest(
  { options }: AdapterContext,
  { codec, request, overhead }: ConversationRequest<unknown>,
): PrepareRequest {
  const { model, contextLimit, maxOutputTokens, maxRequestBytes, force } = request;
  const own = options.contextLimit;
  return {
    overhead,
    ...defined({
      model,
      contextLimit: (typeof own === 'function' ? own(model) : own) ?? contextLimit,
      maxOutputTokens,
      force,
      maxRequestBytes: maxRequestBytes ?? MAX_REQUEST_BYTES[codec.name],
    }),
  };
}

/**
 * Returns `PrepareRequest.allowRewrite`: `'never'` if `thinking` is `keep-append-only` and the entries have signed reasoning, else whether
 * `when` is not `ingest`.
 */
export function resolveAllowRewrite(
  { options }: AdapterContext,
  ...sent: readonly (readonly IContent[])[]
): boolean | 'never' {
  const { when, thinking } = options;
  const hasSignedThinking = () => sent.some((entries) => hasBoundThinking(entries, 0, 'signed'));
  if (thinking === 'keep-append-only' && hasSignedThinking()) return 'never';
  return when !== 'ingest';
}
