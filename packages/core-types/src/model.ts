import type { IContent } from './content.ts';

/** What a model is asked. A host's own provider may want more; whatever `ResolvedModel` carries is passed on. */
export interface ModelRequest {
  /** The conversation to answer, oldest first. */
  readonly contents: readonly IContent[];
  /** Most tokens the answer may have. @default the provider's own */
  readonly maxOutputTokens?: number;
  readonly signal?: AbortSignal;
  readonly [key: string]: unknown;
}

/**
 * A connection to a model. `@palimpsest/providers` has some; a host may hand in its own (llxprt-code host contract).
 *
 * An answer is a stream of `ai` entries whose text blocks are pieces of one text. Usage, `finishReason` and `stopReason` stand in the
 * metadata of any of them; the last ones count.
 */
export interface ModelProvider {
  readonly name: string;
  generateChatCompletion(request: ModelRequest): AsyncIterable<IContent>;
}

/** A provider, and what is known of the model behind it. */
export interface ResolvedModel {
  readonly provider: ModelProvider;
  /** Name of the model, by which a prompt of its own may be found. */
  readonly model?: string;
  /** Tokens of the model's context window: no request is larger. */
  readonly contextLimit?: number;
  readonly [key: string]: unknown;
}

/** Finds the model that writes summaries; the session's own without a profile. Throws `CompressionProfileNotFoundError`. */
export type ProviderResolver = (
  profile?: string,
) => ModelProvider | ResolvedModel | Promise<ModelProvider | ResolvedModel>;

/** Finds the text of a prompt; `undefined` where nobody wrote one for this model, so that the built-in one holds (REQ-CS-005). */
export type PromptResolver = (
  prompt: string,
  model: { readonly provider: string; readonly model?: string },
) => string | undefined | Promise<string | undefined>;

/** A task of the agent's own list. */
export interface Todo {
  readonly content: string;
  /** As the host calls it: `pending`, `in_progress`, `completed`. */
  readonly status?: string;
}
