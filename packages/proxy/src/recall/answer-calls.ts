import { MAX_READ_BYTES, parseFields, type ServerEvent } from '@palimpsest/adapter';
import { bytesOf, oneChunk, readBody, type Chunks } from '../body.ts';
import { headerOf, withHeaders, type ProxyResponse } from '../http-messages.ts';
import { createRounds, isGuarded, type AnsweredRequest } from './rounds.ts';
import { readServerEvents } from './server-events.ts';

/**
 * Answers the calls that the client does not get: calls of the proxy's tools, and calls that copy a mark of a compression. Each answer is sent in a
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
  const mustRead = plan.offered.length > 0 || isGuarded(request, plan);
  if (!mustRead || api.canRead?.(body.value, target) === false) return response;
  if (response.status !== 200 || encoding !== 'identity') return response;
  if (type.includes('text/event-stream')) {
    return { ...response, body: joinStreams(response.body, given) };
  }
  return type.includes('json') ? await joinBodies(response, given) : response;
}

async function* joinStreams(body: Chunks, given: AnsweredRequest): Chunks {
  const { goOn, mayBeHidden, isHidden } = createRounds(given);
  const startReader = given.request.api.joinStreams(isHidden);
  for (let next: ProxyResponse | undefined = { status: 200, headers: [], body }; next;) {
    const reader = startReader();
    const held: ServerEvent[] = [];
    let isHolding = false;

    /**
     * Takes an event. Returns whether the client gets it only after the end of the response: from the first call that may be hidden, and the end
     * itself. Comments (events without text) and pings (`isFree`) are not part of the response, and overtake held events.
     */
    const mustHold = ({ text, data, isUnread }: ServerEvent): boolean => {
      if (isUnread) return held.length > 0;
      if (text === undefined) return false;
      const { begun = [], isEnd = false, isFree = false } = reader.take(data);
      isHolding ||= begun.some(mayBeHidden);
      return isEnd || (isHolding && !isFree);
    };

    for await (const event of readServerEvents(next.body)) {
      if (mustHold(event)) held.push(event);
      else yield* some(reader.show(event, { isLastResponse: true }));
    }
    next = await goOn(reader.parts());
    for (const event of held)
      yield* some(reader.show(event, { isLastResponse: next === undefined }));
  }
}

function some(bytes: Uint8Array | undefined): readonly Uint8Array[] {
  return bytes === undefined ? [] : [bytes];
}

async function joinBodies(response: ProxyResponse, given: AnsweredRequest): Promise<ProxyResponse> {
  const { api } = given.request;
  const { goOn, isHidden } = createRounds(given);
  const parts: unknown[] = [];
  const first = await readBody(response.body, MAX_READ_BYTES);
  if (!(first instanceof Uint8Array)) return { ...response, body: first };
  let bytes = first;
  for (;;) {
    const body = parseFields(new TextDecoder().decode(bytes));
    if (body === undefined) break;
    const own = api.partsOf(body);
    const next = await goOn(api.isCutOff?.(body) ? undefined : own);
    parts.push(...own);
    if (next === undefined) {
      const visible = parts.filter((part) => !isHidden(part));
      if (visible.length < parts.length) bytes = bytesOf(api.withParts(body, visible));
      break;
    }
    bytes = (await readBody(next.body, Infinity)) as Uint8Array;
  }
  const headers = withHeaders(response.headers, { 'content-length': String(bytes.length) });
  return { ...response, headers, body: oneChunk(bytes) };
}
