import type { IContent, Todo } from '@palimpsest/core-types';

/** What is about to be sent, and what is known of the call. Everything may be left out. */
export interface PrepareRequest {
  /** What will be sent behind the history and is not part of it yet. Append what the outcome has in its place. */
  readonly pending?: readonly IContent[];
  /** A system prompt and tools that are sent beside the entries, in tokens. @default none */
  readonly beside?: { readonly system?: number; readonly tools?: number };
  /** Whose tokens are counted and paid. */
  readonly model?: string;
  /** Tokens of that model's window, where the setting `context-limit` is not given. */
  readonly contextLimit?: number;
  /** Tokens reserved for the answer, where the setting `maxOutputTokens` is not given. */
  readonly completionBudget?: number;
  /**
   * Whether history may be rewritten at this call, as far as the host knows. Over the limit it is all the same, except where it may `never`
   * be: then only results that were never sent are reduced (`compression.ingestTokens`). @default true
   */
  readonly allowRewrite?: boolean | 'never';
  /**
   * A provider keeps the conversation itself, so that only what is new is sent: `leave` it alone, or `break` with it, so that the host starts
   * it anew from `firstChangedIndex`. @default 'leave' where the newest AI entry says so by `metadata.responsesStored`
   */
  readonly serverHeld?: 'leave' | 'break' | 'no';
  /** Compress although nothing is due, whatever it costs: somebody asked for it. @default false */
  readonly force?: boolean;
  /** What the agent has left to do, for a model's summary. */
  readonly activeTodos?: readonly Todo[] | string;
  /** Where the whole conversation can be read, for a model's summary to name. */
  readonly transcriptPath?: string;
  /** Ends the preparation at once, with the signal's reason; nothing has changed then. */
  readonly signal?: AbortSignal;
}
