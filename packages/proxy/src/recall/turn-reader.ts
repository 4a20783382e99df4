import type { Fields } from '@palimpsest/adapter';
import type { OwnCall } from '../apis/api.ts';
import type { ServerEvent } from './server-events.ts';

/** One response of a model, read to its end. */
export interface Turn {
  /** The response with all its calls, as messages of a later request. */
  readonly messages: readonly unknown[];
  /** Calls of the proxy's tools. */
  readonly own: readonly OwnCall[];
  /** Identities of the calls that the client answers. */
  readonly others: readonly string[];
}

/**
 * Joins the responses of one or more upstream requests into one response for the client, without calls of the proxy's tools. A response is
 * either a stream of events or one JSON body.
 */
export interface TurnReader {
  /** Takes one event. Returns what the client gets of it: its own bytes if nothing changes. Holds back the end of the response. */
  takeEvent(event: ServerEvent): readonly Uint8Array[];
  takeBody(body: Fields): void;
  /** Ends a response. Returns `undefined` if it was cut off. The next event begins another response. */
  endTurn(): Turn | undefined;
  /** Returns the end of the last response, after its turn has ended. */
  heldEvents(): readonly Uint8Array[];
  /** Returns the joined body. */
  joinedBody(): Fields;
}

/** Returns whether calls can be answered now: the client has no calls of its own to answer first. */
export function isOnlyOwn({ own, others }: Turn): boolean {
  return own.length > 0 && others.length === 0;
}
