import type { AdaptResult, Adapter, AdaptRequest } from '@palimpsest/adapter';
import { findServerManaged } from '@palimpsest/formats';
import type { RequestKind } from './request-kind.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The body to send, and the callback for its token usage. */
export interface AdaptedBody {
  /** The given text if nothing changes. */
  readonly body: string;
  readonly report: AdaptResult<unknown>['report'];
}

/** Fits the history of a body. Returns `undefined` for a body without a history, or with a server-managed one. */
export async function adaptBody(
  adapter: Adapter,
  kind: RequestKind,
  body: string,
  signal: AbortSignal | undefined,
): Promise<AdaptedBody | undefined> {
  const given = parsed(body);
  if (given === undefined || findServerManaged(given) !== undefined) return undefined;
  const member = kind === 'chat' ? 'messages' : 'input';
  const messages = given[member];
  if (!Array.isArray(messages)) return undefined;
  const format = kind === 'chat' ? 'openai' : 'openai-responses';
  const request = { ...requestOf(given), ...(signal === undefined ? {} : { signal }) };
  const adapted = await adapter.adapt<unknown>(format, messages, request);
  const isSame = adapted.messages === messages;
  return {
    body: isSame ? body : JSON.stringify({ ...given, [member]: adapted.messages }),
    report: adapted.report,
  };
}

function parsed(body: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(body);
    const isFields = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isFields ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

function requestOf(given: Fields): AdaptRequest {
  const { model, instructions: system, tools, functions } = given;
  const most = given['max_output_tokens'] ?? given['max_completion_tokens'] ?? given['max_tokens'];
  return {
    beside: { system, tools: tools ?? functions },
    ...(typeof model === 'string' ? { model } : {}),
    ...(typeof most === 'number' ? { maxOutputTokens: most } : {}),
  };
}
