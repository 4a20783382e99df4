import type { ProxyResponse } from '../exchange.ts';
import { planOrNothing, type RequestPlan, type SessionRequest } from '../request-plan.ts';
import { bytesOf, headersFor, type Line } from '../send-plan.ts';
import type { RecallRequest } from './answer-recalls.ts';

interface Listeners {
  readonly onSent: (bytes: number) => void;
  /** Called with a request that a call of the model had compressed. */
  readonly onCompacted: (plan: RequestPlan) => void;
}

/**
 * Returns a function that sends further requests of one response. Each sends what the first one sent, with more messages, until the model asks
 * for a compression: that request is planned anew. If the provider refuses it as changed, it goes out without the compression, and the session
 * is left alone from then on.
 */
export function askFurther(
  request: SessionRequest,
  line: Line,
  first: RequestPlan,
  { onSent, onCompacted }: Listeners,
): RecallRequest['ask'] {
  let plan = first;
  /** Number of the further messages that the plan has. */
  let planned = 0;

  async function send(messages: readonly unknown[]): Promise<ProxyResponse> {
    const bytes = bytesOf(plan.withMore(messages.slice(planned)));
    onSent(bytes.length);
    return await line.send(bytes, headersFor(bytes, line.headers));
  }

  return async ({ messages, asksToCompact }) => {
    if (!asksToCompact) return await send(messages);
    const compacted = await planOrNothing(request, line.signal, messages);
    if (compacted === undefined) return await send(messages);
    const before = { plan, planned };
    plan = compacted;
    planned = messages.length;
    const response = await send(messages);
    if (response.status !== 400 && response.status !== 422) {
      if (compacted.isShortened) onCompacted(compacted);
      return response;
    }
    ({ plan, planned } = before);
    request.session.isLeftAlone = true;
    return await send(messages);
  };
}
