import type { UsageStats } from '@palimpsest/core-types';
import type { Codec, FormatName } from '@palimpsest/formats';
import type { LedgerCall, Prepared } from '@palimpsest/orchestrator';
import type { Originals } from '@palimpsest/originals';
import type { RecallAnswer } from '@palimpsest/recall';

/** What is known of a request, beside its messages. Everything may be left out. */
export interface AdaptRequest {
  /** Tells conversations apart that begin alike. @default they are told apart by what they say */
  readonly conversation?: string;
  readonly model?: string;
  /** Tokens of the model's window, where neither settings nor options say it. */
  readonly contextLimit?: number;
  /** Tokens reserved for the answer. */
  readonly maxOutputTokens?: number;
  /** What is sent beside the messages and takes room: a system prompt, definitions of tools. Texts or JSON. */
  readonly beside?: { readonly system?: unknown; readonly tools?: unknown };
  readonly signal?: AbortSignal;
}

/** What to send, and what became of the history. */
export interface AdaptResult<Message> {
  /** The given array where nothing is to be changed; up to the first change the given messages. */
  readonly messages: readonly Message[];
  /** Absent where `onError` heard why there is none. */
  readonly outcome?: Prepared;
  /** What the provider counted corrects the estimates. Call it with the answer to these messages, before the next request. */
  readonly report: (usage: UsageStats) => LedgerCall | undefined;
}

/** A result of a tool, before the framework keeps it. */
export interface ToolResultInput {
  readonly toolName: string;
  readonly parameters?: unknown;
  readonly result: unknown;
}

/** What adapters to frameworks are made of: messages of a format in, messages that fit out. Nothing of the framework's is changed. */
export interface Adapter {
  /**
   * Call before each request, with all its messages. The same messages give the same answer; messages that were answered are known again,
   * as they were given and as they were sent.
   *
   * @param format its name, or a codec of your own making for it, such as one that builds messages of a framework's classes
   * @throws {FormatError} for messages that are not of the format; what the orchestrator throws. Nothing is thrown where there is an `onError`
   */
  adapt<Message>(
    format: FormatName | Codec<Message>,
    messages: readonly Message[],
    request?: AdaptRequest,
  ): Promise<AdaptResult<Message>>;
  /** A result with its bulk taken out, where there is enough of it (`compression.ingestTokens`); else the very one that was given. */
  ingest(outcome: ToolResultInput): Promise<unknown>;
  /** Answers a call of `RECALL_TOOL` of `@palimpsest/recall`, whatever the model sent as its input. The answer is a result like any other. */
  recall(input: unknown): Promise<RecallAnswer>;
  /** Where what was taken out is kept. */
  readonly originals: Promise<Originals>;
}
