import { parseFields, type Adapter, type ReportUsage } from '@palimpsest/adapter';
import { findServerManaged, type FormatName } from '@palimpsest/formats';

/** The body to send, and the callback for its token usage. */
interface AdaptedBody {
  /** The given text if nothing changes. */
  readonly body: string;
  readonly report: ReportUsage;
}

/** The member with the history and its format, by the end of a request's path. */
const APIS: readonly (readonly [path: string, member: string, format: FormatName])[] = [
  ['/chat/completions', 'messages', 'openai'],
  ['/responses', 'input', 'openai-responses'],
];

/**
 * Fits the history of a request. Returns `undefined` for a request that is left alone: one of another API, an aborted one, a body that is no
 * text or has no history, and a server-managed history.
 */
export async function adaptBody(
  adapter: Adapter,
  input: Parameters<typeof fetch>[0],
  { method, body, signal }: RequestInit = {},
): Promise<AdaptedBody | undefined> {
  const isUrl = typeof input === 'string' || input instanceof URL;
  if (!isUrl || typeof body !== 'string' || signal?.aborted === true) return undefined;
  if (method?.toUpperCase() !== 'POST') return undefined;
  const [path = ''] = String(input).split(/[?#]/, 1);
  const [, member, format] = APIS.find(([end]) => path.endsWith(end)) ?? [];
  if (member === undefined || format === undefined) return undefined;
  const given = parseFields(body);
  if (given === undefined || findServerManaged(given) !== undefined) return undefined;
  const { [member]: messages, model, instructions, tools, functions } = given;
  if (!Array.isArray(messages)) return undefined;
  const most = given['max_output_tokens'] ?? given['max_completion_tokens'] ?? given['max_tokens'];
  const adapted = await adapter.adapt<unknown>(format, messages, {
    beside: { system: instructions, tools: tools ?? functions },
    model: typeof model === 'string' ? model : undefined,
    maxOutputTokens: typeof most === 'number' ? most : undefined,
    signal: signal ?? undefined,
  });
  const isSame = adapted.messages === messages;
  return {
    body: isSame ? body : JSON.stringify({ ...given, [member]: adapted.messages }),
    report: adapted.report,
  };
}
