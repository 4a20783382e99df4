import type { AgentTool, Fields, ReportUsage, ResponseObserver } from '@palimpsest/adapter';
import type { Codec, RequestBody } from '@palimpsest/formats';
import type { TurnReader } from '../recall/turn-reader.ts';
import type { IsOwn, Offer } from './members.ts';

/** A call of a tool of the proxy, such as `recall`. */
export interface OwnCall {
  readonly name: string;
  /** Id of the call; empty where the API has none. */
  readonly id: string;
  /** The arguments: an object, or its JSON text. */
  readonly input: unknown;
}

/** An answered call. */
export interface OwnResult extends OwnCall {
  readonly text: string;
  readonly isError: boolean;
}

/** One API of a provider: where its requests hold what the proxy reads and changes. */
export interface Api {
  readonly codec: Codec;
  readonly watchUsage: (report: ReportUsage) => ResponseObserver;
  /** Returns the model that a request names. */
  model(body: Fields, path: string): string | undefined;
  /** Returns the tokens that a request reserves for its output. */
  maxOutputTokens(body: Fields): number | undefined;
  /** Returns the body with tools of the proxy as its last tools; `undefined` if its tools must not change. */
  withTools(body: RequestBody, path: string, tools: readonly AgentTool[]): Offer | undefined;
  /** Creates a reader of the responses to one request. */
  readTurns(isOwn: IsOwn): TurnReader;
  /** Returns the messages that answer calls of the proxy's tools. */
  ownResults(results: readonly OwnResult[]): readonly unknown[];
  /** Returns the identities of the tool calls of a message. */
  callKeys(message: unknown): readonly string[];
  /** Returns a message of the model with the calls as the client holds them, if clients give calls ids of their own. */
  withClientCalls?(message: unknown, given: unknown): unknown;
  /** Returns the message after calls, with further results if the API requires all results in one message. */
  withResults?(message: unknown, results: readonly unknown[]): unknown;
}

/** Returns whether a request offers tools. Only those belong to a conversation of an agent. */
export function hasTools({ tools, messages }: RequestBody): boolean {
  const isListed = tools.some((list) => Array.isArray(list) && list.length > 0);
  return isListed || messages.some(isToolList);
}

/** Returns whether an item of the Responses API lists tools. */
function isToolList(message: unknown): boolean {
  return (
    typeof message === 'object' &&
    message !== null &&
    'type' in message &&
    message.type === 'additional_tools'
  );
}
