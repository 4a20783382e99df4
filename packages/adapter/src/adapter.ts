import type { Codec, FormatName } from '@palimpsest/formats';
import type { LedgerCall, PrepareResult, ReportedUsage } from '@palimpsest/orchestrator';
import type { Originals } from '@palimpsest/originals';
import type { CallToGuard } from '@palimpsest/originals/guard';
import type { ToolAnswer } from '@palimpsest/originals/recall';
import type { AgentTools } from './agent-tools.ts';

/** Facts of a request in addition to its messages. All are optional. */
export interface AdaptRequest {
  /** Distinguishes conversations with equal first messages. @default conversations are identified by their messages */
  readonly conversation?: string | undefined;
  readonly model?: string | undefined;
  /** Tokens of the model's context window, used if neither settings nor options set it. */
  readonly contextLimit?: number | undefined;
  /** Maximum size of a request, in bytes. @default the documented limit of the provider of the format, if there is one */
  readonly maxRequestBytes?: number | undefined;
  /** Maximum tokens of the output, which are kept free. @default the smaller of 8,192 and a tenth of the window */
  readonly maxOutputTokens?: number | undefined;
  /** Overhead of the request: system prompt and tool definitions, as texts or JSON. */
  readonly overhead?: { readonly system?: unknown; readonly tools?: unknown } | undefined;
  /** Whether to compress also if it is not due, within a tool loop, and whatever it costs. @default false */
  readonly force?: boolean | undefined;
  /** Whether only `scopeTo` gives tools for this request: the adapter then does not keep its messages in memory. @default false */
  readonly isScoped?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Corrects the estimates by the provider's token usage: call it with that of the response, before the next request. Returns the entry of the
 * ledger; `undefined` without prices.
 */
export type ReportUsage = (usage: ReportedUsage) => LedgerCall | undefined;

/** The messages to send, and the outcome for the history. */
export interface AdaptResult<Message> {
  /** The given array if nothing changes. Before the first change, the given objects. */
  readonly messages: readonly Message[];
  /** Absent if preparing failed and `onError` received the error. */
  readonly outcome?: PrepareResult;
  readonly report: ReportUsage;
}

/** A new tool result, before the framework stores it. */
export interface ToolResultInput {
  readonly toolName: string;
  readonly parameters?: unknown;
  readonly result: unknown;
}

/** The removed content that the tools may return in one request: only what was removed from the messages of that request. */
export interface RequestScope {
  /** As `Adapter.tools`. */
  readonly tools: AgentTools;
  /** Returns the ids of the originals that the tools may return. */
  readonly ids: () => Promise<readonly string[]>;
}

/** The core of every framework adapter: takes messages of a format, returns messages that fit. Never changes the framework's objects. */
export interface Adapter {
  /**
   * Prepares the messages of one request. Call it before each request with all messages. The same messages, sent
   * again, give equal output. Messages of an earlier request are recognized, both as given and as sent.
   *
   * @param format a format name, or a codec for it, such as one that builds a framework's message classes
   * @throws {FormatError} when a message does not have the format, and the errors of the orchestrator; with `onError`, throws only
   * the reason of an aborted `signal`
   */
  adapt<Message>(
    format: FormatName | Codec,
    messages: readonly Message[],
    request?: AdaptRequest,
  ): Promise<AdaptResult<Message>>;
  /**
   * Returns the messages, each in the form in which an earlier request sent it, or unchanged. For requests about a conversation that are not
   * part of it, such as a count of its tokens. Nothing is compressed or remembered, and it never throws.
   */
  asSent<Message>(
    format: FormatName | Codec,
    messages: readonly Message[],
    request?: Pick<AdaptRequest, 'conversation'>,
  ): Promise<readonly Message[]>;
  /** Returns a reduced result if it exceeds `compression.ingestTokens`, else the given object. */
  ingest(outcome: ToolResultInput): Promise<unknown>;
  /**
   * Checks a call with side effects before it runs. If an argument contains a marker that a compression left, so that the call would write a
   * shortened text, returns the text that the model gets instead of a result. Otherwise returns `undefined`, and the call may run; always while
   * nothing was removed, and if the setting `compression.guard` is off.
   *
   * @param messages the conversation as the framework holds it
   * @throws {OptionError} when a setting is invalid, and what opening the originals threw, unless `onError` receives it: the call may then run
   */
  guard(
    format: FormatName | Codec,
    call: CallToGuard,
    messages: readonly unknown[],
  ): Promise<string | undefined>;
  /** Executes a call of `RECALL_TOOL` of `@palimpsest/originals/recall` with whatever input the model sent. Returns a tool result. */
  readonly recall: (input: unknown) => Promise<ToolAnswer>;
  /** Tools that a model may be offered: `recall`, `search_history`, `compact_context`, `context_left` and `take_note`. */
  readonly tools: AgentTools;
  /**
   * Returns the tools for one request of a session that may have conversations of several people.
   *
   * @param messages all messages of the request, as the framework holds them
   * @param inheritedIds ids of originals that were in scope before: `messages` may be summaries of messages that no longer exist
   */
  scopeTo(
    format: FormatName | Codec,
    messages: readonly unknown[],
    inheritedIds?: readonly string[],
  ): RequestScope;
  /**
   * Waits until the reported usage of a stored session is stored. Call it before the process ends or is suspended, such as at the end of a
   * serverless call.
   *
   * @throws the errors of the session store, unless `onError` receives them
   */
  readonly flush: () => Promise<void>;
  /** The store of removed content, once it is open. */
  readonly originals: Promise<Originals>;
}
