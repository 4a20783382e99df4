import type { AdapterOptions } from '@palimpsest/adapter';
import type { Originals } from '@palimpsest/originals';
import type { RecallAnswer } from '@palimpsest/recall';
import type { ChatRecallTool, ResponsesRecallTool } from './recall-tools.ts';

/** Options of every adapter, and the fetch to use. */
export interface OpenAIAdapterOptions extends AdapterOptions {
  /** Sends the requests. @default the global `fetch` */
  readonly fetch?: typeof fetch;
}

/** Hooks for an `openai` client. */
export interface OpenAIAdapter {
  /** For the client's option `fetch`. Passes every request without a whole history through unchanged. */
  readonly fetch: typeof fetch;
  /** For `tools` of chat completions and of `runTools`, which also calls it. */
  readonly recallTool: ChatRecallTool;
  /** For `tools` of the Responses API. Execute its calls with `recall`. */
  readonly responsesRecallTool: ResponsesRecallTool;
  /** Executes a call of a recall tool with whatever arguments the model sent. */
  readonly recall: (input: unknown) => Promise<RecallAnswer>;
  /** Store of removed content. */
  readonly originals: Promise<Originals>;
}
