import { createBodyObserver } from '@palimpsest/adapter';
import { defined } from '@palimpsest/core-types';
import { onEnd, type Chunks } from './body.ts';
import { headerOf, type ProxyResponse } from './http-messages.ts';
import type { RequestReport, SentMessages } from './proxy-options.ts';
import { answerCalls } from './recall/answer-calls.ts';
import type { Tally } from './recall/rounds.ts';
import type { RequestPlan, SessionRequest } from './request-plan.ts';
import { sendRequest, type ForwardedRequest } from './send-plan.ts';

/**
 * Sends a request of a session, answers calls in its response that the client does not get, and reports what happened when the response has ended.
 */
export async function converse(
  request: SessionRequest,
  forwarded: ForwardedRequest,
  onRequest: (report: RequestReport) => void,
  onMessages: (messages: SentMessages) => void,
): Promise<ProxyResponse> {
  const { api, session, body, target, conversation } = request;
  const { plan, response, bytesSent, retried } = await sendRequest(request, forwarded);
  const tally: Tally = { bytesSent, isShortened: plan?.isShortened === true, answeredCalls: 0 };
  const tell = ({ given, sent }: RequestPlan): void => {
    const about = { session: session.id, ...defined({ conversation }) };
    onMessages({ ...about, format: api.codec.name, given, sent });
  };
  if (plan !== undefined) tell(plan);
  const watched = watchUsage(request, response, plan, tally);
  const joined =
    plan === undefined
      ? watched
      : await answerCalls(watched, { request, forwarded, plan, tally, onCompacted: tell });
  const report = (): void =>
    onRequest({
      session: session.id,
      api: api.codec.name,
      status: response.status,
      bytesGiven: forwarded.bytes.length,
      ...tally,
      ...defined({
        model: api.model(body.value, target),
        tokensGiven: scale(plan?.tokens, forwarded.bytes.length / bytesSent),
        tokensSent: plan?.tokens,
        retried,
      }),
    });
  return { ...joined, body: onEnd(joined.body, forwarded.signal, report) };
}

function scale(tokens: number | undefined, factor: number): number | undefined {
  return tokens === undefined ? undefined : Math.round(tokens * factor);
}

function watchUsage(
  { api }: SessionRequest,
  response: ProxyResponse,
  plan: RequestPlan | undefined,
  tally: Tally,
): ProxyResponse {
  const { status, headers, body } = response;
  const observer = createBodyObserver(
    headerOf(headers, 'content-type') ?? '',
    api.watchUsage((usage) => {
      tally.usage = usage;
      return plan?.report(usage);
    }),
  );
  if (status !== 200 || observer === undefined) return response;
  async function* watch(): Chunks {
    for await (const chunk of body) {
      observer?.onChunk(chunk);
      yield chunk;
    }
    observer?.end();
  }
  return { ...response, body: watch() };
}
