import {
  fieldsOf,
  type Fields,
  type ReportUsage,
  type ResponseObserver,
  type ServerEvent,
} from '@palimpsest/adapter';
import type { ToolDefinition } from '@palimpsest/core-types';
import type { Codec, RequestBody } from '@palimpsest/formats';

/** A call of a tool. */
export interface Call {
  readonly name: string;
  /** Id of the call; empty where the API has none. */
  readonly id: string;
  /** Identity of the call in later requests. */
  readonly key: string;
  /** The arguments: an object, its JSON text, or another text. */
  readonly input: unknown;
  /** The object of the response that names the tool. */
  readonly source: object;
  /** Whether the proxy knows the form of the call's result. @default true */
  readonly hasResultForm?: boolean;
}

/** The result of a call that the proxy answers. */
export interface OwnResult extends Call {
  readonly text: string;
  readonly isError: boolean;
}

/**
 * One API of a provider: where its requests and responses hold what the proxy reads and changes. A part is what a response or a message is made
 * of: a text, reasoning, or a call.
 */
export interface Api {
  readonly codec: Codec;
  readonly watchUsage: (report: ReportUsage) => ResponseObserver;
  model(body: Fields, path: string): string | undefined;
  /** Returns the maximum tokens of the output that a request sets. */
  maxOutputTokens(body: Fields): number | undefined;
  /** Returns whether the proxy can read the calls of a response: not of one with several choices. @default yes */
  canRead?(body: Fields, path: string): boolean;
  /** Returns the descriptions of the client's tools in a request. */
  declaredTools(body: Fields): readonly unknown[];
  toTools(tools: readonly ToolDefinition[]): readonly object[];
  /** Returns the parts of a response. */
  partsOf(body: Fields): readonly unknown[];
  /** Returns whether a response ends before its end. @default no */
  isCutOff?(body: Fields): boolean;
  /** Returns a response with the parts of several ones. */
  withParts(body: Fields, parts: readonly unknown[]): Fields;
  /** Returns the parts of a message that may be calls. */
  callParts(message: unknown): readonly unknown[];
  /** Returns the call that a part is; `undefined` for another part. */
  readCall(part: unknown): Call | undefined;
  /** Returns the parts of a response as messages of a later request. */
  toMessages(parts: readonly unknown[]): readonly unknown[];
  /** Returns a function that starts a reader for each of the streams that the client gets as one. */
  joinStreams(isHidden: IsCall): () => StreamReader;
  ownResults(results: readonly OwnResult[]): readonly unknown[];
  /** Returns a message of the model with the calls as the client holds them, if clients give calls ids of their own. */
  withClientCalls?(message: unknown, given: unknown): unknown;
  /** Returns the message after calls, with further results if the API requires all results in one message. */
  withResults?(message: unknown, results: readonly unknown[]): unknown;
}

/** Returns whether a request offers tools. Only those belong to a conversation of an agent. */
export function hasTools({ tools, messages }: RequestBody): boolean {
  const isListed = tools.some((list) => Array.isArray(list) && list.length > 0);
  // An item of the Responses API may list tools, too.
  return isListed || messages.some((message) => fieldsOf(message)['type'] === 'additional_tools');
}

/** Returns the identities of the tool calls of a message. */
export function callKeys(api: Api, message: unknown): readonly string[] {
  return api.callParts(message).flatMap((part) => api.readCall(part)?.key || []);
}

/** Reads the stream of one response. */
export interface StreamReader {
  /** Takes the data of an event. */
  take(data: Fields): Taken;
  /** Returns the parts of the response; `undefined` if it was cut off. */
  parts(): readonly unknown[] | undefined;
  /**
   * Returns what the client gets of an event that was taken: its own bytes if nothing changes, `undefined` for nothing.
   */
  show(event: ServerEvent, options: ShowOptions): Uint8Array | undefined;
}

interface ShowOptions {
  /** Whether no other response follows in the stream. */
  readonly isLastResponse: boolean;
}

interface Taken {
  /** Parts that begin in the event and may be calls. */
  readonly begun?: readonly unknown[];
  /** Whether the event is a part of the end of the response. @default no */
  readonly isEnd?: boolean;
  /** Whether it is not part of the response, as a ping: then it may overtake held events. @default no */
  readonly isFree?: boolean;
}

/** Returns whether a part is a call of a kind. */
export type IsCall = (part: unknown) => boolean;

/** A body with the tools of the proxy. */
interface Offer {
  readonly value: Fields;
  readonly names: readonly string[];
}

/** Returns the body with tools after its own, without those whose names the client uses; `undefined` if none is left or the client has none. */
export function offerTools(
  api: Api,
  value: Fields,
  tools: readonly ToolDefinition[],
): Offer | undefined {
  const declared = api.declaredTools(value);
  const taken = new Set(declared.map((tool) => fieldsOf(tool)['name']));
  const free = tools.filter(({ name }) => !taken.has(name));
  if (declared.length === 0 || free.length === 0) return undefined;
  return {
    value: { ...value, tools: [...listOf(value['tools']), ...api.toTools(free)] },
    names: free.map(({ name }) => name),
  };
}

/** Returns the elements of a list; none for another value. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 1 ? value : undefined;
}
