import {
  fieldsOf,
  type AgentTool,
  type Fields,
  type ReportUsage,
  type ResponseObserver,
  type ServerEvent,
} from '@palimpsest/adapter';
import type { Codec, RequestBody } from '@palimpsest/formats';

/** A call of a tool. */
export interface Call {
  readonly name: string;
  /** Id of the call; empty where the API has none. */
  readonly id: string;
  /** Identity of the call in later requests. @default its id */
  readonly key?: string;
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

/** One API of a provider: where its requests hold what the proxy reads and changes. */
export interface Api {
  readonly codec: Codec;
  readonly watchUsage: (report: ReportUsage) => ResponseObserver;
  model(body: Fields, path: string): string | undefined;
  /** Returns the maximum tokens of the output that a request sets. */
  maxOutputTokens(body: Fields): number | undefined;
  /** Returns whether the proxy can read the calls of a response: not of one with several choices. @default yes */
  canRead?(body: Fields, path: string): boolean;
  /** Returns the body with tools of the proxy as its last tools; `undefined` if its tools stay as they are. */
  withTools(body: Fields, tools: readonly AgentTool[]): Offer | undefined;
  /** Reads a response that is one JSON body; `undefined` if it was cut off. */
  readTurn(body: Fields): Turn | undefined;
  /** Joins the bodies of one or more upstream requests into one for the client, without hidden calls. */
  joinBodies(bodies: readonly Fields[], isHidden: IsCall): Fields;
  /** Returns a function that starts a reader for each of the streams that the client gets as one. */
  joinStreams(calls: StreamCalls): () => StreamReader;
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
  // An item of the Responses API may list tools, too.
  return isListed || messages.some((message) => fieldsOf(message)['type'] === 'additional_tools');
}

/** One response of a model, read to its end. */
export interface Turn {
  /** The response with all its calls, as messages of a later request. */
  readonly messages: readonly unknown[];
  readonly calls: readonly Call[];
}

/** Reads the stream of one response. */
export interface StreamReader {
  /** Takes the data of an event. Returns whether the client gets it only after the end of the response. */
  take(data: Fields): boolean;
  /** Returns the response that was read; `undefined` if it was cut off. */
  turn(): Turn | undefined;
  /**
   * Returns what the client gets of an event that was taken: its own bytes if nothing changes, `undefined` for nothing.
   *
   * @param isLast whether no other response follows
   */
  show(event: ServerEvent, isLast: boolean): Uint8Array | undefined;
}

/** Returns whether a call, given by its source, is of a kind. */
export type IsCall = (source: unknown) => boolean;

/** What becomes of the calls of a stream. */
export interface StreamCalls {
  /** Whether a call that begins may be hidden: then it is held back. */
  readonly mayBeHidden: IsCall;
  /** Whether the client does not get a call. */
  readonly isHidden: IsCall;
}

/** @param names tools that the request was offered */
export function createIsOwn(names: readonly string[]): IsCall {
  const own: ReadonlySet<unknown> = new Set(names);
  return (source) => own.has(fieldsOf(source)['name']);
}

/** A body with the tools of the proxy. */
interface Offer {
  readonly value: Fields;
  readonly names: readonly string[];
}

/**
 * Returns the body with tools after its own, without those whose names the client uses; `undefined` if none is left or the client has none.
 *
 * @param declared descriptions of the client's tools
 */
export function offerTools(
  value: Fields,
  tools: readonly AgentTool[],
  declared: readonly unknown[],
  write: (tools: readonly AgentTool[]) => readonly object[],
): Offer | undefined {
  const taken = new Set(declared.map((tool) => fieldsOf(tool)['name']));
  const free = tools.filter(({ name }) => !taken.has(name));
  if (declared.length === 0 || free.length === 0) return undefined;
  return {
    value: { ...value, tools: [...listOf(value['tools']), ...write(free)] },
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
