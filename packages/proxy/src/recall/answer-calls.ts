import { MAX_READ_BYTES, parseFields, type Fields, type ServerEvent } from '@palimpsest/adapter';
import { bytesOf, oneChunk, readBody, readWhole, type Chunks } from '../body.ts';
import { headerOf, withHeaders, type ProxyResponse } from '../exchange.ts';
import { createRounds, isGuarded, type AnsweredRequest } from './rounds.ts';
import { readServerEvents } from './server-events.ts';

/**
 * Answers the calls that the client does not get: calls of the proxy's tools, and calls that copy a mark of compression. Each answer is sent in a
 * further request, until a response has no such call. Returns one response for the client. A response that cannot be read is returned as it is.
 */
export async function answerCalls(
  response: ProxyResponse,
  given: AnsweredRequest,
): Promise<ProxyResponse> {
  const { request, plan } = given;
  const { api, body, target } = request;
  const type = headerOf(response.headers, 'content-type') ?? '';
  const encoding = headerOf(response.headers, 'content-encoding') ?? 'identity';
  const isRead = plan.offered.length > 0 || isGuarded(request, plan);
  if (!isRead || api.canRead?.(body.value, target) === false) return response;
  if (response.status !== 200 || encoding !== 'identity') return response;
  if (type.includes('text/event-stream')) {
    return { ...response, body: joinStreams(response.body, given) };
  }
  return type.includes('json') ? await joinBodies(response, given) : response;
}

async function* joinStreams(body: Chunks, given: AnsweredRequest): Chunks {
  const rounds = createRounds(given);
  const startReader = given.request.api.joinStreams(rounds);
  for (let next: ProxyResponse | undefined = { status: 200, headers: [], body }; next;) {
    const reader = startReader();
    const held: ServerEvent[] = [];
    for await (const event of readServerEvents(next.body)) {
      // No event overtakes another one.
      const isHeld = event.isUnread
        ? held.length > 0
        : event.text !== undefined && reader.take(event.data);
      if (isHeld) held.push(event);
      else yield* some(reader.show(event, true));
    }
    next = await rounds.goOn(reader.turn());
    for (const event of held) yield* some(reader.show(event, next === undefined));
  }
}

function some(bytes: Uint8Array | undefined): readonly Uint8Array[] {
  return bytes === undefined ? [] : [bytes];
}

async function joinBodies(response: ProxyResponse, given: AnsweredRequest): Promise<ProxyResponse> {
  const { api } = given.request;
  const { goOn, isHidden } = createRounds(given);
  const bodies: Fields[] = [];
  let hasHidden = false;
  const first = await readBody(response.body, MAX_READ_BYTES);
  if (!(first instanceof Uint8Array)) return { ...response, body: first };
  let bytes = first;
  for (;;) {
    const body = parseFields(new TextDecoder().decode(bytes));
    if (body === undefined) break;
    bodies.push(body);
    const turn = api.readTurn(body);
    const next = await goOn(turn);
    hasHidden ||= turn?.calls.some(({ source }) => isHidden(source)) === true;
    if (next === undefined) break;
    bytes = await readWhole(next.body);
  }
  if (hasHidden) bytes = bytesOf(api.joinBodies(bodies, isHidden));
  const headers = withHeaders(response.headers, { 'content-length': String(bytes.length) });
  return { ...response, headers, body: oneChunk(bytes) };
}
