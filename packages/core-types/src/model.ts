import type { IContent } from './content.ts';

/** A request to a model. Contains the additional fields of `ResolvedModel`. */
export interface ModelRequest {
  /** The conversation, oldest entry first. */
  readonly contents: readonly IContent[];
  /** Maximum number of output tokens. @default the provider's own */
  readonly maxOutputTokens?: number;
  readonly signal?: AbortSignal;
  readonly [key: string]: unknown;
}

/**
 * A connection to a model: from `@palimpsest/providers`, or the host's own (llxprt-code host contract).
 *
 * A response is a stream of `ai` entries whose text blocks are pieces of one text. Usage, `finishReason` and `stopReason` are in the
 * metadata of any of them; the last values count.
 */
export interface ModelProvider {
  readonly name: string;
  generateChatCompletion(request: ModelRequest): AsyncIterable<IContent>;
}

/** A provider, and the known properties of its model. */
export interface ResolvedModel {
  readonly provider: ModelProvider;
  /** Name of the model, to find a prompt written for it. */
  readonly model?: string;
  /** Context window of the model in tokens: no request is larger. */
  readonly contextLimit?: number;
  readonly [key: string]: unknown;
}

/** Returns the model that writes summaries for a profile, or the session's own. Throws `CompressionProfileNotFoundError`. */
export type ProviderResolver = (
  profile?: string,
) => ModelProvider | ResolvedModel | Promise<ModelProvider | ResolvedModel>;

/** Returns the text of a prompt for a model; `undefined` selects the built-in one. */
export type PromptResolver = (
  prompt: string,
  model: { readonly provider: string; readonly model?: string },
) => string | undefined | Promise<string | undefined>;

/** A task on the agent's list. */
export interface Todo {
  readonly content: string;
  /** The host's name for the status: `pending`, `in_progress`, `completed`. */
  readonly status?: string;
}
