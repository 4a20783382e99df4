import { parseFields } from '@palimpsest/adapter';
import type { Call, IsCall, OwnResult } from '../apis/api.ts';
import type { ProxyResponse } from '../http-messages.ts';
import type { ProxyToolName, RequestReport } from '../proxy-options.ts';
import { tryToPlan, type RequestPlan, type SessionRequest } from '../request-plan.ts';
import { headersFor, type ForwardedRequest } from '../send-plan.ts';

const COMPACT_TOOL_NAME: ProxyToolName = 'compact_context';

/** Further requests for one request of the client, so that a model cannot recall without end. */
const MAX_ROUNDS = 16;

/** For each request of the client: number of responses whose calls with copied marks get an error. In later responses such calls pass: the model may want the mark. */
const MAX_STOPS = 2;

/** What a request came to so far, as it is reported. */
export type Tally = Writable<
  Pick<RequestReport, 'bytesSent' | 'isShortened' | 'answeredCalls' | 'copiedMarks' | 'usage'>
>;

type Writable<Value> = { -readonly [Name in keyof Value]: Value[Name] };

export interface AnsweredRequest {
  readonly request: SessionRequest;
  readonly forwarded: ForwardedRequest;
  readonly plan: RequestPlan;
  /** What is done is added to it. */
  readonly tally: Tally;
  /** Called with a request that a call of the model had compressed. */
  readonly onCompacted: (plan: RequestPlan) => void;
}

/** Returns whether a model may copy a mark from a request. */
export function isGuarded(
  { session, isExpanded }: SessionRequest,
  { isShortened }: RequestPlan,
): boolean {
  return (isShortened || isExpanded) && session.guards();
}

interface Rounds {
  /** Answers the hidden calls among the parts of a response. Returns the response to the next request; `undefined` if there is none. */
  readonly goOn: (parts: readonly unknown[] | undefined) => Promise<ProxyResponse | undefined>;
  /** Whether the client may not get a call that begins: then it is held back. */
  readonly mayBeHidden: IsCall;
  /** Whether the client does not get a call. */
  readonly isHidden: IsCall;
}

/**
 * Creates the rounds of one request of the client. A round answers the hidden calls of one response in a further request: the request before
 * it, with more messages. After a call of `compact_context`, that request is planned anew.
 */
export function createRounds({
  request,
  forwarded,
  plan: first,
  tally,
  onCompacted,
}: AnsweredRequest): Rounds {
  const { api, session, body } = request;
  const isOwn = ({ name }: Call): boolean => first.offered.includes(name);
  /** Calls that were answered by an error. */
  const stopped = new Set<unknown>();
  const isHiddenCall = (call: Call): boolean => isOwn(call) || stopped.has(call.source);
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
  async function answer(call: Call, history: readonly unknown[]): Promise<OwnResult | undefined> {
    if (isOwn(call)) return { ...call, ...(await plan.runTool(call.name, call.input)) };
    // Only the client can write a result whose form the proxy does not know.
    if (call.hasResultForm === false || !isGuarded(request, plan)) return undefined;
    const { name, input } = call;
    const parameters = typeof input === 'string' ? (parseFields(input) ?? input) : input;
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
    const bytes = plan.withMore(messages.slice(planned));
    tally.bytesSent += bytes.length;
    return await forwarded.send(bytes, headersFor(bytes, forwarded.headers));
  }

  /** Sends a request that is planned anew. If the provider refuses it, sends it without the compression and leaves the session alone from then on. */
  async function sendCompacted(): Promise<ProxyResponse> {
    const compacted = await tryToPlan(request, forwarded.signal, [...messages]);
    if (compacted === undefined) return await send();
    const before = { plan, planned };
    plan = compacted;
    planned = messages.length;
    const response = await send();
    if (response.status !== 400 && response.status !== 422) {
      if (compacted.isShortened) {
        tally.isShortened = true;
        onCompacted(compacted);
      }
      return response;
    }
    ({ plan, planned } = before);
    session.isLeftAlone = true;
    return await send();
  }

  async function sendAnswers(
    parts: readonly unknown[],
    answers: readonly OwnResult[],
  ): Promise<ProxyResponse> {
    rounds += 1;
    if (rounds > MAX_ROUNDS) {
      throw new Error(`The model made only calls that the proxy answers ${rounds} times in a row.`);
    }
    messages.push(...api.toMessages(parts), ...api.ownResults(answers));
    const asksToCompact = answers.some((call) => isOwn(call) && call.name === COMPACT_TOOL_NAME);
    hasCompacted ||= asksToCompact;
    const response = asksToCompact ? await sendCompacted() : await send();
    if (response.status !== 200) {
      throw new Error(`The provider answered ${response.status} to the results of hidden calls.`);
    }
    return response;
  }

  /**
   * Sends answers in a further request. If that fails, calls that copy a mark go to the client after all. Calls of the proxy's tools cannot: the
   * response is then cut off for the client, which tries again.
   */
  async function sendOrPass(
    parts: readonly unknown[],
    answers: readonly OwnResult[],
  ): Promise<ProxyResponse | undefined> {
    const before = messages.length;
    try {
      return await sendAnswers(parts, answers);
    } catch (error) {
      if (answers.some(isOwn)) throw error;
      messages.length = before;
      for (const { source } of answers) stopped.delete(source);
      passed += answers.length;
      return undefined;
    }
  }

  /** Saves what the client does not get, to put it into later requests. */
  async function saveHidden(
    parts: readonly unknown[],
    calls: readonly Call[],
    answers: readonly OwnResult[],
  ): Promise<void> {
    if (hasCompacted) {
      // Later requests must begin like the compressed one, even if the client changes or drops the response.
      await session.hidden.addAfter(api, body.messages, messages.splice(0));
    }
    if (messages.length === 0 && answers.length === 0) return;
    messages.push(...api.toMessages(parts));
    const keys = calls.filter((call) => !isHiddenCall(call)).map(({ key }) => key);
    const results = answers.length === 0 ? [] : api.ownResults(answers);
    await session.hidden.add(api, body.messages, { keys, messages, results });
  }

  async function goOn(parts: readonly unknown[] | undefined): Promise<ProxyResponse | undefined> {
    if (parts === undefined) return undefined;
    const calls = parts.flatMap((part) => api.readCall(part) ?? []);
    const history = [...plan.given, ...messages.slice(planned)];
    const found = await Promise.all(calls.map((call) => answer(call, history)));
    const answers = found.filter((one) => one !== undefined);
    tally.answeredCalls += answers.filter(isOwn).length;
    if (!answers.every(isOwn)) stops += 1;
    // If the client has calls of its own to answer, the hidden results are sent with its next request.
    const isComplete = answers.length > 0 && calls.every(isHiddenCall);
    const next = isComplete ? await sendOrPass(parts, answers) : undefined;
    if (stopped.size + passed > 0) tally.copiedMarks = { stopped: stopped.size, passed };
    if (next === undefined) await saveHidden(parts, calls, answers.filter(isHiddenCall));
    return next;
  }

  const ofKind =
    (isOfKind: (call: Call) => boolean): IsCall =>
    (part) => {
      const call = api.readCall(part);
      return call !== undefined && isOfKind(call);
    };
  return {
    goOn,
    isHidden: ofKind(isHiddenCall),
    mayBeHidden: ofKind((call) => isOwn(call) || isGuarded(request, plan)),
  };
}
