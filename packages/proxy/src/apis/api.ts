import {
  fieldsOf,
  type AgentTool,
  type Fields,
  type ReportUsage,
  type ResponseObserver,
} from '@palimpsest/adapter';
import type { Codec, RequestBody } from '@palimpsest/formats';
import type { ServerEvent } from '../recall/server-events.ts';

/** A call of a tool. */
export interface Call {
  readonly name: string;
  /** Id of the call; empty where the API has none. */
  readonly id: string;
  /** Identity of the call in later requests. @default its id */
  readonly key?: string;
  /** The arguments: an object, or its JSON text. */
  readonly input: unknown;
}

/** The result of a call of the proxy's tools, such as `recall`. */
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
  /** Returns the body with tools of the proxy as its last tools; `undefined` if its tools must not change. */
  withTools(body: Fields, path: string, tools: readonly AgentTool[]): Offer | undefined;
  /** Reads a response that is one JSON body; `undefined` if it was cut off. */
  readTurn(body: Fields): Turn | undefined;
  /** Joins the bodies of one or more upstream requests into one for the client, without calls of the proxy's tools. */
  joinBodies(bodies: readonly Fields[], isOwn: IsOwn): Fields;
  readStream(isOwn: IsOwn): StreamReader;
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

/** Joins the streams of one or more upstream requests into one for the client, without calls of the proxy's tools. */
export interface StreamReader {
  /** Takes one event. Returns what the client gets of it: its own bytes if nothing changes. Holds back the end of the response. */
  takeEvent(event: ServerEvent): readonly Uint8Array[];
  /** Returns the response that was read; `undefined` if it was cut off. */
  turn(): Turn | undefined;
  /** Begins another response. The end of the one before is dropped. */
  startNext(): void;
  /** Returns the end of the last response. */
  heldEvents(): readonly Uint8Array[];
}

/** Returns whether an object names a tool of the proxy. */
export type IsOwn = (value: unknown) => boolean;

/** @param names tools that the request was offered */
export function createIsOwn(names: readonly string[]): IsOwn {
  const own: ReadonlySet<unknown> = new Set(names);
  return (value) => own.has(fieldsOf(value)['name']);
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
