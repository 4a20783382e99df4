import type { APIRequest } from '@anthropic-ai/sdk';
import {
  isFields,
  parseFields,
  type Adapter,
  type Fields,
  type ReportUsage,
} from '@palimpsest/adapter';
import { askToDrop } from './ask-to-drop.ts';

/** The request to send, and the callback for its token usage. */
interface AdaptedRequest {
  /** The given request if nothing changes. */
  readonly request: APIRequest;
  readonly report: ReportUsage;
}

/** Fits the history of a request. Returns `undefined` for a request without a history, or with only the end of a server-managed one. */
export async function adaptRequest(
  adapter: Adapter,
  request: APIRequest,
  asksToDrop: boolean,
): Promise<AdaptedRequest | undefined> {
  const given = bodyOf(request);
  // The server stores a message thread; the request contains only what is new.
  if (given === undefined || isFields(given['thread'])) return undefined;
  const { messages, model, system, tools, max_tokens: most } = given;
  if (!Array.isArray(messages)) return undefined;
  const { signal } = request;
  const adapted = await adapter.adapt<unknown>('anthropic', messages, {
    beside: { system, tools },
    model: typeof model === 'string' ? model : undefined,
    maxOutputTokens: typeof most === 'number' ? most : undefined,
    signal: signal instanceof AbortSignal ? signal : undefined,
  });
  const { report } = adapted;
  const isSame = adapted.messages === messages;
  const body = isSame ? given : { ...given, messages: adapted.messages };
  const asked = asksToDrop ? askToDrop(body, request.headers) : undefined;
  if (isSame && asked === undefined) return { request, report };
  const { headers } = asked ?? request;
  return { request: { ...request, headers, body: JSON.stringify(asked?.body ?? body) }, report };
}

/** Returns the body of a message request. Token counting and batches have none. */
function bodyOf({ url, method, body, signal }: APIRequest): Fields | undefined {
  const [path = ''] = url.split(/[?#]/, 1);
  const isMessage = path.endsWith('/v1/messages') && method?.toUpperCase() === 'POST';
  if (!isMessage || typeof body !== 'string' || signal?.aborted === true) return undefined;
  return parseFields(body);
}
