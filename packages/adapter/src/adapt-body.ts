import { parseRequestBody, type Codec } from '@palimpsest/formats';
import type { Adapter, AdaptRequest, ReportUsage } from './adapter.ts';
import { fieldsOf, parseFields, type Fields } from './fields.ts';

/** The body of a request to a provider, with messages that fit. */
interface AdaptedBody {
  readonly value: Fields;
  /** Its JSON: the given text if nothing changed. */
  readonly text: string;
  /** The messages of the client. */
  readonly given: readonly unknown[];
  readonly report: ReportUsage;
}

/**
 * Fits the messages of a request body, given as text. Returns `undefined` for a text without a list of messages, and for the end of a
 * server-managed conversation. Pass `model` if the body does not name it: Gemini has it in the URL.
 */
export async function adaptBody(
  adapter: Adapter,
  codec: Codec,
  text: string,
  { model, signal }: Pick<AdaptRequest, 'model' | 'signal'>,
): Promise<AdaptedBody | undefined> {
  const body = parseRequestBody(parseFields(text), codec.name);
  if (body === undefined || body.serverManagedBy !== undefined) return undefined;
  const { value, member, messages: given, system, tools } = body;
  // A text in place of messages has nothing that could be removed.
  if (!Array.isArray(value[member])) return undefined;
  const named = value['model'];
  const { messages, report } = await adapter.adapt(codec, given, {
    model: model ?? (typeof named === 'string' ? named : undefined),
    maxOutputTokens: maxOutputTokensOf(value),
    // Formats accept these members under several names, of which a client sends one.
    overhead: { system: system[0], tools: tools[0] },
    signal,
  });
  const adapted = body.withMessages(messages);
  return {
    value: adapted,
    text: adapted === value ? text : JSON.stringify(adapted),
    given,
    report,
  };
}

/** Returns the limit of the output: of the Responses API, chat completions, Anthropic or Gemini. */
function maxOutputTokensOf(body: Fields): number | undefined {
  const { max_output_tokens, max_completion_tokens, max_tokens, generationConfig } = body;
  const { maxOutputTokens } = fieldsOf(generationConfig);
  const limit = max_output_tokens ?? max_completion_tokens ?? max_tokens ?? maxOutputTokens;
  return typeof limit === 'number' && limit > 0 ? limit : undefined;
}
