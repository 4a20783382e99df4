import { parseFields } from '@palimpsest/adapter';
import {
  createIsOwn,
  type Call,
  type OwnResult,
  type StreamCalls,
  type Turn,
} from '../apis/api.ts';
import type { ProxyResponse } from '../exchange.ts';
import type { CopiedMarks, ProxyToolName } from '../proxy-options.ts';
import { planOrNothing, type RequestPlan, type SessionRequest } from '../request-plan.ts';
import { headersFor, type Line } from '../send-plan.ts';

const COMPACT_TOOL_NAME: ProxyToolName = 'compact_context';

/** Further requests that one request of the client may cost, so that a model cannot recall without end. */
const MAX_ROUNDS = 16;

/** Responses to a request of the client whose calls with copied marks get an error. In further ones the calls pass: the model may want the mark. */
const MAX_STOPS = 2;

export interface AnsweredRequest {
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

/** Returns whether a model may copy a mark from a request. */
export function isGuarded(
  { session, isOpened }: SessionRequest,
  { isShortened }: RequestPlan,
): boolean {
  return (isShortened || isOpened) && session.guards();
}

interface Rounds extends StreamCalls {
  /** Answers the hidden calls of a response. Returns the response to the next request; `undefined` if there is none. */
  readonly goOn: (turn: Turn | undefined) => Promise<ProxyResponse | undefined>;
}

/** Each request sends what the first one sent, with more messages. After a call of `compact_context`, the next request is planned anew. */
export function createRounds({
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
  async function answer(call: Call, history: readonly unknown[]): Promise<OwnResult | undefined> {
    if (isOwn(call.source)) {
      const tool = Object.values(plan.scope.tools).find(({ name }) => name === call.name)!;
      return { ...call, ...(await tool.run(call.input)) };
    }
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
    onSent(bytes.length);
    return await line.send(bytes, headersFor(bytes, line.headers));
  }

  /** Sends a request that is planned anew. If the provider refuses it, sends it without the compression and leaves the session alone from then on. */
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

  async function sendAnswers(turn: Turn, answers: readonly OwnResult[]): Promise<ProxyResponse> {
    rounds += 1;
    if (rounds > MAX_ROUNDS) {
      throw new Error(`The model made only calls that the proxy answers ${rounds} times in a row.`);
    }
    messages.push(...turn.messages, ...api.ownResults(answers));
    const asksToCompact = answers.some(
      ({ name, source }) => isOwn(source) && name === COMPACT_TOOL_NAME,
    );
    hasCompacted ||= asksToCompact;
    const response = asksToCompact ? await sendCompacted() : await send();
    if (response.status !== 200) {
      throw new Error(`The provider answered ${response.status} to the results of hidden calls.`);
    }
    return response;
  }

  async function goOn(turn: Turn | undefined): Promise<ProxyResponse | undefined> {
    if (turn === undefined) return undefined;
    const history = [...plan.given, ...messages.slice(planned)];
    let answers = (await Promise.all(turn.calls.map((call) => answer(call, history)))).filter(
      (one) => one !== undefined,
    );
    let others = turn.calls.filter(({ source }) => !isHidden(source));
    const errors = answers.filter(({ source }) => !isOwn(source));
    if (errors.length > 0) stops += 1;
    if (answers.length > errors.length) onRecall(answers.length - errors.length);
    let next: ProxyResponse | undefined;
    // If the client has calls of its own to answer, the hidden results are sent with its next request.
    if (answers.length > 0 && others.length === 0) {
      const before = messages.length;
      try {
        next = await sendAnswers(turn, answers);
      } catch (error) {
        // The response is cut off for the client, which tries again.
        if (answers.length > errors.length) throw error;
        // The client gets the response that is there, with its calls.
        messages.length = before;
        for (const { source } of errors) stopped.delete(source);
        passed += errors.length;
        [answers, others] = [[], [...turn.calls]];
      }
    }
    if (stopped.size + passed > 0) onCopiedMarks({ stopped: stopped.size, passed });
    if (next !== undefined) return next;
    if (hasCompacted) {
      // Later requests must begin as the compressed one, whatever the client makes of the answer.
      await session.hidden.addAfter(api, body.messages, messages.splice(0));
    }
    const hasHidden = messages.length > 0;
    const results = answers.length === 0 ? [] : api.ownResults(answers);
    if (hasHidden || results.length > 0) {
      messages.push(...turn.messages);
      const keys = others.map(({ id, key = id }) => key);
      await session.hidden.add(api, body.messages, { keys, messages, results });
    }
    return undefined;
  }

  return { goOn, isHidden, mayBeHidden: (source) => isOwn(source) || isGuarded(request, plan) };
}
