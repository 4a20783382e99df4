import type { IContent, ModelProvider, ModelRequest } from '@palimpsest/core-types';
import type { Protocol } from '../answer/protocol.ts';
import { secretsOf } from '../failure/shown-text.ts';
import { methodUrl } from '../options/base-url.ts';
import type { Connection } from '../options/connection.ts';
import { plainTurns, type PlainTurn } from '../request/plain-turns.ts';
import { stoppable } from '../request/stoppable.ts';
import type { Exchange } from './exchange.ts';
import { IdleLimit } from './idle-limit.ts';
import { readAnswer } from './read-answer.ts';
import { readKey } from './read-key.ts';
import { send } from './send.ts';
import { withRetries } from './with-retries.ts';

/** A provider that speaks a protocol over HTTP. Nothing of the connection can be read from it. */
export function httpProvider(protocol: Protocol, connection: Connection): ModelProvider {
  return {
    name: connection.name,
    generateChatCompletion: (request) =>
      stoppable(request.signal, (unwanted) => answer({ protocol, connection, request, unwanted })),
  };
}

interface Asking {
  readonly protocol: Protocol;
  readonly connection: Connection;
  readonly request: ModelRequest;
  /** Aborted when the consumer has enough. */
  readonly unwanted: AbortSignal;
}

/** Tried again until the first entry is there. */
async function* answer(asking: Asking): AsyncGenerator<IContent> {
  const { connection, request, unwanted } = asking;
  request.signal?.throwIfAborted();
  const turns = plainTurns(request.contents);
  const { first, rest } = await withRetries(
    connection,
    [request.signal, unwanted],
    async (attempt) => {
      const chunks = ask(asking, turns, attempt);
      return { first: await chunks.next(), rest: chunks };
    },
  );
  try {
    if (first.done !== true) yield first.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

/** One request and its answer. */
async function* ask(
  { protocol, connection, request, unwanted }: Asking,
  turns: readonly PlainTurn[],
  attempt: number,
): AsyncGenerator<IContent> {
  const { timeoutMs, name: provider } = connection;
  const limit = new IdleLimit(timeoutMs, { aborted: request.signal, unwanted });
  try {
    const url = methodUrl(connection.baseUrl, protocol.path, protocol.query ?? {});
    const others = [
      ...Object.values(connection.headers),
      ...connection.baseUrl.searchParams.values(),
    ];
    const before = {
      asked: { provider, url, secrets: secretsOf(undefined, others), attempt },
      limit,
    };
    const key = await readKey(connection, { ...before, timeoutMs });
    const asked = { provider, url, secrets: secretsOf(key, others), attempt };
    const exchange: Exchange = { asked, limit, timeoutMs };
    const most = request.maxOutputTokens ?? connection.maxOutputTokens;
    const body = JSON.stringify({ ...protocol.body(turns, most), ...connection.extraBody });
    const headers = headersOf(protocol.headers(key), connection.headers);
    const response = await send(exchange, connection.fetch ?? fetch, headers, body);
    yield* readAnswer(response.body, protocol, exchange);
  } finally {
    limit.close();
  }
}

function headersOf(...sets: readonly Readonly<Record<string, string>>[]): Headers {
  const headers = new Headers({
    'content-type': 'application/json',
    accept: 'text/event-stream, application/json',
  });
  for (const set of sets) {
    for (const [name, value] of Object.entries(set)) headers.set(name, value);
  }
  return headers;
}
