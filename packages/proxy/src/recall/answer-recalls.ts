import { parseFields, type Fields } from '@palimpsest/adapter';
import { createIsOwn, type Call, type IsOwn, type OwnResult, type Turn } from '../apis/api.ts';
import { bytesOf, oneChunk, readWhole, type Chunks } from '../body.ts';
import { headerOf, withHeaders, type ProxyResponse } from '../exchange.ts';
import type { ProxyToolName } from '../proxy-options.ts';
import { planOrNothing, type RequestPlan, type SessionRequest } from '../request-plan.ts';
import { headersFor, type Line } from '../send-plan.ts';
import { readServerEvents } from './server-events.ts';

const COMPACT_TOOL_NAME: ProxyToolName = 'compact_context';

/** Requests that one response of the client may cost, so that a model cannot recall without end. */
const MAX_ROUNDS = 16;

interface RecallRequest {
  readonly request: SessionRequest;
  readonly line: Line;
  readonly plan: RequestPlan;
  /** Called with the size in bytes of each further request. */
  readonly onSent: (bytes: number) => void;
  /** Called with a request that a call of the model had compressed. */
  readonly onCompacted: (plan: RequestPlan) => void;
  readonly onRecall: (calls: number) => void;
}

/**
 * Answers the calls of the proxy's tools in a response, in further requests, until the model asks for nothing else. Returns the response for the
 * client. A response that cannot be read is returned as it is.
 */
export async function answerRecalls(
  response: ProxyResponse,
  given: RecallRequest,
): Promise<ProxyResponse> {
  const type = headerOf(response.headers, 'content-type') ?? '';
  const encoding = headerOf(response.headers, 'content-encoding') ?? 'identity';
  if (response.status !== 200 || encoding !== 'identity') return response;
  const isOwn = createIsOwn(given.plan.offered);
  if (type.includes('text/event-stream')) {
    return { ...response, body: joinStreams(response.body, given, isOwn) };
  }
  return type.includes('json') ? await joinBodies(response, given, isOwn) : response;
}

async function* joinStreams(body: Chunks, given: RecallRequest, isOwn: IsOwn): Chunks {
  const goOn = createRounds(given, isOwn);
  const reader = given.request.api.readStream(isOwn);
  for (let next: Chunks = body; ;) {
    for await (const event of readServerEvents(next)) yield* reader.takeEvent(event);
    const response = await goOn(reader.turn());
    if (response === undefined) break;
    reader.startNext();
    next = response.body;
  }
  yield* reader.heldEvents();
}

async function joinBodies(
  response: ProxyResponse,
  given: RecallRequest,
  isOwn: IsOwn,
): Promise<ProxyResponse> {
  const { api } = given.request;
  const goOn = createRounds(given, isOwn);
  const bodies: Fields[] = [];
  let hasRecalled = false;
  let bytes = await readWhole(response.body);
  for (;;) {
    const body = parseFields(new TextDecoder().decode(bytes));
    if (body === undefined) break;
    bodies.push(body);
    const turn = api.readTurn(body);
    hasRecalled ||= turn?.calls.some(isOwn) === true;
    const next = await goOn(turn);
    if (next === undefined) break;
    bytes = await readWhole(next.body);
  }
  if (hasRecalled) bytes = bytesOf(api.joinBodies(bodies, isOwn));
  const headers = withHeaders(response.headers, { 'content-length': String(bytes.length) });
  return { ...response, headers, body: oneChunk(bytes) };
}

/**
 * Creates a function that answers the proxy's calls in a response, and returns the response to the next request; `undefined` if there is
 * none. Each request sends what the first one sent, with more messages, until the model asks for a compression: that request is planned anew.
 */
function createRounds(
  { request, line, plan: first, onSent, onCompacted, onRecall }: RecallRequest,
  isOwn: IsOwn,
): (turn: Turn | undefined) => Promise<ProxyResponse | undefined> {
  const { api, session, body } = request;
  /** The messages between the client's request and the end of its response. */
  const messages: unknown[] = [];
  let plan = first;
  /** Number of these messages that the plan has. */
  let planned = 0;
  let rounds = 0;
  let hasCompacted = false;

  async function send(): Promise<ProxyResponse> {
    const bytes = bytesOf(plan.withMore(messages.slice(planned)));
    onSent(bytes.length);
    return await line.send(bytes, headersFor(bytes, line.headers));
  }

  /** If the provider refuses it as changed, the request goes out without the compression, and the session is left alone from then on. */
  async function sendCompacted(): Promise<ProxyResponse> {
    const compacted = await planOrNothing(request, line.signal, [...messages]);
    if (compacted === undefined) return await send();
    const before = { plan, planned };
    plan = compacted;
    planned = messages.length;
    const response = await send();
    if (response.status !== 400 && response.status !== 422) {
      if (compacted.isShortened) onCompacted(compacted);
      return response;
    }
    ({ plan, planned } = before);
    session.isLeftAlone = true;
    return await send();
  }

  return async (turn) => {
    if (turn === undefined) return undefined;
    const own = turn.calls.filter(isOwn);
    const others = turn.calls.filter((call) => !isOwn(call));
    // The client answers its own calls first.
    const isLast = own.length === 0 || others.length > 0;
    if (hasCompacted && isLast) {
      // Later requests must begin as the compressed one, whatever the client makes of the answer.
      await session.hidden.addAfter(api, body.messages, messages.splice(0));
    }
    const hasHidden = messages.length > 0;
    messages.push(...turn.messages);
    const answers = await Promise.all(own.map((call) => answer(plan, call)));
    if (answers.length > 0) onRecall(answers.length);
    const results = answers.length === 0 ? [] : api.ownResults(answers);
    if (isLast) {
      if (hasHidden || results.length > 0) {
        const keys = others.map(({ id, key = id }) => key);
        await session.hidden.add(api, body.messages, { keys, messages, results });
      }
      return undefined;
    }
    rounds += 1;
    if (rounds > MAX_ROUNDS) {
      throw new Error(`The model called only tools of the proxy ${rounds} times in a row.`);
    }
    messages.push(...results);
    const asksToCompact = own.some(({ name }) => name === COMPACT_TOOL_NAME);
    hasCompacted ||= asksToCompact;
    const response = asksToCompact ? await sendCompacted() : await send();
    if (response.status !== 200) {
      // The client then sees a response that is cut off, and tries again.
      throw new Error(
        `The provider answered ${response.status} to the results of the proxy's tools.`,
      );
    }
    return response;
  };
}

async function answer({ scope }: RequestPlan, call: Call): Promise<OwnResult> {
  const tool = Object.values(scope.tools).find(({ name }) => name === call.name)!;
  return { ...call, ...(await tool.run(call.input)) };
}
