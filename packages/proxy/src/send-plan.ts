import { oneChunk, readBody } from './body.ts';
import { readOverflow, type Overflow } from './overflow.ts';
import { withHeaders, type HeaderLines, type ProxyResponse } from './http-messages.ts';
import { tryToPlan, type RequestPlan, type SessionRequest } from './request-plan.ts';
import type { Session } from './sessions.ts';

/** A request of a client on its way to its provider. */
export interface ForwardedRequest {
  /** The body as the client sent it. */
  readonly bytes: Uint8Array;
  /** Without hop-by-hop headers. */
  readonly headers: HeaderLines;
  readonly signal: AbortSignal;
  readonly send: (body: Uint8Array, headers: HeaderLines) => Promise<ProxyResponse>;
}

interface SentRequest {
  /** Absent if the client's own body was sent. */
  readonly plan?: RequestPlan;
  readonly response: ProxyResponse;
  readonly bytesSent: number;
  /** Why more than one request was sent. */
  readonly retried?: 'overflow' | 'refused';
}

type SentPlan = SentRequest & Required<Pick<SentRequest, 'plan'>>;

/** Requests that follow one that the provider finds too long. */
const MAX_RETRIES = 3;

/**
 * Sends a request of a session, shortened if that is due. Sends shorter ones as long as the provider says that it is too long. If the provider
 * refuses it as changed and takes the original, the session is left alone from then on.
 */
export async function sendRequest(
  request: SessionRequest,
  forwarded: ForwardedRequest,
): Promise<SentRequest> {
  const { session } = request;
  const plan = session.isOff() ? undefined : await tryToPlan(request, forwarded.signal);
  if (plan === undefined) return await sendOriginal(forwarded);
  let sent = await sendPlan(plan, forwarded);
  for (let retries = 0; ; retries += 1) {
    const { status } = sent.response;
    if (status !== 400 && status !== 413 && status !== 422) return sent;
    const { text, response } = await readError(sent.response);
    const refused = { ...sent, response };
    const overflow = readOverflow(status, text);
    if (overflow === undefined) {
      // An original that was too long does not help.
      const isChanged = retries === 0 && sent.plan.bytes !== undefined;
      return isChanged ? await sendInstead(session, forwarded) : refused;
    }
    if (retries === MAX_RETRIES) return refused;
    const shorter =
      (status === 413 ? await planWithoutMedia(sent, request, forwarded.signal) : undefined) ??
      (await planShorter(sent, overflow, request, forwarded.signal));
    if (shorter === undefined) return refused;
    sent = { ...(await sendPlan(shorter, forwarded)), retried: 'overflow' };
  }
}

/** Sends the original of a request that the provider refused as changed. If it takes it, the session is left alone. */
async function sendInstead(session: Session, forwarded: ForwardedRequest): Promise<SentRequest> {
  const original = await sendOriginal(forwarded);
  if (original.response.status >= 400) return original;
  session.isLeftAlone = true;
  return { ...original, retried: 'refused' };
}

async function sendOriginal({ bytes, headers, send }: ForwardedRequest): Promise<SentRequest> {
  return { response: await send(bytes, headers), bytesSent: bytes.length };
}

async function sendPlan(plan: RequestPlan, forwarded: ForwardedRequest): Promise<SentPlan> {
  const { bytes = forwarded.bytes } = plan;
  const headers =
    plan.bytes === undefined ? readable(forwarded.headers) : headersFor(bytes, forwarded.headers);
  return { plan, response: await forwarded.send(bytes, headers), bytesSent: bytes.length };
}

/** Share of the tokens or bytes of a refused request that the next one may have, if the provider does not say by how much it was too long. */
const SHORTER = 0.75;

/**
 * Plans a request with fewer media, which have most of the bytes where the tokens are within the limit. Returns `undefined` if that does not
 * make it shorter.
 */
async function planWithoutMedia(
  { bytesSent }: SentPlan,
  request: SessionRequest,
  signal: AbortSignal,
): Promise<RequestPlan | undefined> {
  const { session } = request;
  const before = session.maxBytes;
  session.maxBytes = Math.floor(SHORTER * bytesSent);
  const shorter = await tryToPlan(request, signal);
  if (isBelow(bytesSent, shorter)) return shorter;
  session.maxBytes = before;
  return undefined;
}

/** Plans a request that the provider refused as too long. Returns `undefined` if it cannot be shorter. */
async function planShorter(
  { plan, bytesSent }: SentPlan,
  { sent, limit }: Overflow,
  request: SessionRequest,
  signal: AbortSignal,
): Promise<RequestPlan | undefined> {
  const { api, session, body, target } = request;
  if (sent !== undefined) {
    plan.report({ promptTokens: sent, completionTokens: 0, totalTokens: sent, isRefused: true });
  }
  const { limits } = session;
  const model = api.model(body.value, target);
  const window = session.window(model);
  // Corrected estimates make the request fit. Without counts, the window is lowered step by step.
  const isCorrected = sent !== undefined && limit !== undefined && sent > limit;
  const usable = isCorrected ? limit : Math.floor(SHORTER * (plan.tokens ?? window));
  const before = limits.get(model);
  // An equal window would give the same plan again.
  limits.set(model, Math.min(limit ?? usable, usable, window - 1));
  const shorter = await tryToPlan(request, signal);
  if (isBelow(bytesSent, shorter)) return shorter;
  // Within a window that cannot be met, nothing would be shortened.
  const known = limit ?? before;
  if (known === undefined) limits.delete(model);
  else limits.set(model, Math.min(known, window));
  return undefined;
}

function isBelow(bytes: number, plan: RequestPlan | undefined): plan is RequestPlan {
  return plan?.bytes !== undefined && plan.bytes.length < bytes;
}

const MAX_ERROR_BYTES = 65_536;

/** Reads the text of an error. Returns also the response to pass on, with all of its body. */
async function readError(
  response: ProxyResponse,
): Promise<{ readonly text: string; readonly response: ProxyResponse }> {
  const read = await readBody(response.body, MAX_ERROR_BYTES);
  if (!(read instanceof Uint8Array)) return { text: '', response: { ...response, body: read } };
  return { text: new TextDecoder().decode(read), response: { ...response, body: oneChunk(read) } };
}

/** Returns the headers of a request whose body was written anew. */
export function headersFor(bytes: Uint8Array, headers: HeaderLines): HeaderLines {
  const length = { 'content-length': String(bytes.length), 'content-encoding': undefined };
  return withHeaders(readable(headers), length);
}

/** Asks for a response without compression, because usage, errors and recall calls are read from it. */
function readable(headers: HeaderLines): HeaderLines {
  return withHeaders(headers, { 'accept-encoding': 'identity' });
}
