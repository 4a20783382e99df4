import { parseFields, type Fields } from '@palimpsest/adapter';
import {
  createIsOwn,
  type Call,
  type OwnResult,
  type StreamCalls,
  type Turn,
} from '../apis/api.ts';
import { bytesOf, oneChunk, readWhole, type Chunks } from '../body.ts';
import { headerOf, withHeaders, type ProxyResponse } from '../exchange.ts';
import type { CopiedMarks, ProxyToolName } from '../proxy-options.ts';
import { planOrNothing, type RequestPlan, type SessionRequest } from '../request-plan.ts';
import { headersFor, type Line } from '../send-plan.ts';
import { readServerEvents, type ServerEvent } from './server-events.ts';

const COMPACT_TOOL_NAME: ProxyToolName = 'compact_context';

/** Requests that one response of the client may cost, so that a model cannot recall without end. */
const MAX_ROUNDS = 16;

/** Responses to a request in which calls are answered by an error. A model that goes on to copy marks may mean them. */
const MAX_STOPS = 2;

interface AnsweredRequest {
  readonly request: SessionRequest;
  readonly line: Line;
  readonly plan: RequestPlan;
  /** Called with the size in bytes of each further request. */
  readonly onSent: (bytes: number) => void;
  /** Called with a request that a call of the model had compressed. */
  readonly onCompacted: (plan: RequestPlan) => void;
  /** Called with the number of calls of the proxy's tools that were answered. */
  readonly onRecall: (calls: number) => void;
  readonly onCopiedMarks: (calls: CopiedMarks) => void;
}

/**
 * Answers calls in a response, in further requests, until the model makes no other: calls of the proxy's tools, and those that would write a mark
 * of compression. Returns the response for the client. A response that cannot be read is returned as it is.
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

/** Returns whether a model may copy a mark from a request. */
function isGuarded({ session, isOpened }: SessionRequest, { isShortened }: RequestPlan): boolean {
  return (isShortened || isOpened) && session.guards();
}

async function* joinStreams(body: Chunks, given: AnsweredRequest): Chunks {
  const rounds = createRounds(given);
  const startReader = given.request.api.joinStreams(rounds);
  for (let next: ProxyResponse | undefined = { status: 200, headers: [], body }; next;) {
    const reader = startReader();
    const held: ServerEvent[] = [];
    for await (const event of readServerEvents(next.body)) {
      const isHeld = event.text !== '' && reader.take(event.data);
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
  let bytes = await readWhole(response.body);
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

interface Rounds extends StreamCalls {
  /** Answers the hidden calls of a response. Returns the response to the next request; `undefined` if there is none. */
  readonly goOn: (turn: Turn | undefined) => Promise<ProxyResponse | undefined>;
}

/** Each request sends what the first one sent, with more messages, until the model asks for a compression: that request is planned anew. */
function createRounds({
  request,
  line,
  plan: first,
  onSent,
  onCompacted,
  onRecall,
  onCopiedMarks,
}: AnsweredRequest): Rounds {
  const { api, session, body } = request;
  const isOwn = createIsOwn(first.offered);
  /** Calls that were answered by an error. */
  const stopped = new Set<unknown>();
  const isHidden = (source: unknown): boolean => isOwn(source) || stopped.has(source);
  /** The messages between the client's request and the end of its response. */
  const messages: unknown[] = [];
  let plan = first;
  /** Number of these messages that the plan has. */
  let planned = 0;
  let rounds = 0;
  let stops = 0;
  let passed = 0;
  let hasCompacted = false;

  /** Returns the answer to a call; `undefined` for one that the client gets. */
  async function answer(call: Call): Promise<OwnResult | undefined> {
    if (isOwn(call.source)) {
      const tool = Object.values(plan.scope.tools).find(({ name }) => name === call.name)!;
      return { ...call, ...(await tool.run(call.input)) };
    }
    if (call.name === '' || !isGuarded(request, plan)) return undefined;
    const { name, input } = call;
    const parameters = typeof input === 'string' ? (parseFields(input) ?? input) : input;
    const history = [...plan.given, ...messages.slice(planned)];
    const text = await session.adapter.guard(api.codec, { name, parameters }, history);
    if (text === undefined) return undefined;
    if (stops < MAX_STOPS) {
      stopped.add(call.source);
      return { ...call, text, isError: true };
    }
    passed += 1;
    return undefined;
  }

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

  async function goOn(turn: Turn | undefined): Promise<ProxyResponse | undefined> {
    if (turn === undefined) return undefined;
    const before = stopped.size;
    const answers = (await Promise.all(turn.calls.map(answer))).filter((one) => one !== undefined);
    const others = turn.calls.filter(({ source }) => !isHidden(source));
    const news = stopped.size - before;
    if (news > 0) stops += 1;
    if (stopped.size + passed > 0) onCopiedMarks({ stopped: stopped.size, passed });
    if (answers.length > news) onRecall(answers.length - news);
    // The client answers its own calls first.
    const isLast = answers.length === 0 || others.length > 0;
    if (hasCompacted && isLast) {
      // Later requests must begin as the compressed one, whatever the client makes of the answer.
      await session.hidden.addAfter(api, body.messages, messages.splice(0));
    }
    const hasHidden = messages.length > 0;
    messages.push(...turn.messages);
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
      throw new Error(`The model made only calls that the proxy answers ${rounds} times in a row.`);
    }
    messages.push(...results);
    const asksToCompact = answers.some(
      ({ name, source }) => isOwn(source) && name === COMPACT_TOOL_NAME,
    );
    hasCompacted ||= asksToCompact;
    const response = asksToCompact ? await sendCompacted() : await send();
    if (response.status !== 200) {
      // The client then sees a response that is cut off, and tries again.
      throw new Error(`The provider answered ${response.status} to the results of hidden calls.`);
    }
    return response;
  }

  return { goOn, isHidden, mayBeHidden: (source) => isOwn(source) || isGuarded(request, plan) };
}
