import type { AdapterOptions } from '@palimpsest/adapter';
import type { Originals } from '@palimpsest/originals';
import type { RecallAnswer } from '@palimpsest/recall';
import type { ChatRecallTool, ResponsesRecallTool } from './recall-tools.ts';

/** What every adapter can be told, and what sends the requests. */
export interface OpenAIAdapterOptions extends AdapterOptions {
  /** What requests go out through. @default the global `fetch` */
  readonly fetch?: typeof fetch;
}

/** What stands between an `openai` client and its model. */
export interface OpenAIAdapter {
  /** For the client's option `fetch`. What is no request with a whole history passes through it untouched. */
  readonly fetch: typeof fetch;
  /** For `tools` of chat completions, and of `runTools`, which also calls it. */
  readonly recallTool: ChatRecallTool;
  /** For `tools` of the Responses API. Its calls are answered with `recall`. */
  readonly responsesRecallTool: ResponsesRecallTool;
  /** Answers a call of a recall tool, whatever the model sent as its arguments. */
  readonly recall: (input: unknown) => Promise<RecallAnswer>;
  /** Where what was taken out is kept. */
  readonly originals: Promise<Originals>;
}
