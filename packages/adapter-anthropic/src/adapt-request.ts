import type { APIRequest } from '@anthropic-ai/sdk';
import type { AdaptResult, Adapter } from '@palimpsest/adapter';
import { askToDrop } from './ask-to-drop.ts';
import { isFields, type Fields } from './fields.ts';

/** A request to send, and who is told what the provider counted. */
export interface AdaptedRequest {
  /** The given one where nothing is to be changed. */
  readonly request: APIRequest;
  readonly report: AdaptResult<unknown>['report'];
}

/** A request with the history that fits; `undefined` for one that holds no history, or only the end of one that the server holds. */
export async function adaptRequest(
  adapter: Adapter,
  request: APIRequest,
  asksToDrop: boolean,
): Promise<AdaptedRequest | undefined> {
  const given = bodyOf(request);
  // A message thread is held by the server: a request has what is new in it.
  if (given === undefined || isFields(given['thread'])) return undefined;
  const { messages, model, system, tools, max_tokens: most } = given;
  if (!Array.isArray(messages)) return undefined;
  const { signal } = request;
  const adapted = await adapter.adapt<unknown>('anthropic', messages, {
    beside: { system, tools },
    ...(typeof model === 'string' ? { model } : {}),
    ...(typeof most === 'number' ? { maxOutputTokens: most } : {}),
    ...(signal instanceof AbortSignal ? { signal } : {}),
  });
  const { report } = adapted;
  const isSame = adapted.messages === messages;
  const body = isSame ? given : { ...given, messages: adapted.messages };
  const asked = asksToDrop ? askToDrop(body, request.headers) : undefined;
  if (isSame && asked === undefined) return { request, report };
  const { headers } = asked ?? request;
  return { request: { ...request, headers, body: JSON.stringify(asked?.body ?? body) }, report };
}

/** The body of a request for a message; not of those that count tokens, or make a batch. */
function bodyOf({ url, method, body, signal }: APIRequest): Fields | undefined {
  const [path = ''] = url.split(/[?#]/, 1);
  const isMessage = path.endsWith('/v1/messages') && method?.toUpperCase() === 'POST';
  if (!isMessage || typeof body !== 'string' || signal?.aborted === true) return undefined;
  try {
    const value: unknown = JSON.parse(body);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
