/** A message of an AI SDK prompt, as far as this package writes them. */
export type PromptMessage =
  | { role: 'system'; content: string }
  | { role: 'user' | 'assistant'; content: { type: 'text'; text: string }[] };

/** The arguments of `doStream` that this package sets. */
export interface LanguageModelCall {
  prompt: PromptMessage[];
  maxOutputTokens?: number;
  abortSignal?: AbortSignal;
  includeRawChunks?: boolean;
}

/**
 * The part of the AI SDK's language model interface that this package uses. The models of its provider packages for `ai` 6
 * (`LanguageModelV3`) and `ai` 7 (`LanguageModelV4`) have it, whichever copy of `@ai-sdk/provider` they come from.
 */
export interface LanguageModel {
  readonly specificationVersion: 'v3' | 'v4';
  readonly provider: string;
  readonly modelId: string;
  doStream(options: LanguageModelCall): PromiseLike<{ readonly stream: ReadableStream<unknown> }>;
}

/** The parts of a response stream that this package reads; others are skipped. */
export type ResponsePart =
  | { readonly type: 'text-delta' | 'reasoning-delta'; readonly delta: string }
  | { readonly type: 'response-metadata'; readonly modelId?: string | undefined }
  | { readonly type: 'error'; readonly error: unknown }
  | {
      readonly type: 'finish';
      readonly finishReason: { readonly unified: string; readonly raw: string | undefined };
      readonly usage: ResponseUsage;
    };

/** Token usage of a response. */
export interface ResponseUsage {
  readonly inputTokens: Readonly<Record<'total' | 'cacheRead' | 'cacheWrite', number | undefined>>;
  readonly outputTokens: Readonly<Record<'total' | 'reasoning', number | undefined>>;
}
