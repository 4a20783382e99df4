import { fieldsOf, parseFields, type AdaptRequest, type Fields } from '@palimpsest/adapter';

/** A request for a model response, as it is sent. */
interface GenerateRequest {
  readonly body: Fields;
  readonly contents: readonly unknown[];
  readonly facts: AdaptRequest;
}

const GENERATE = /\/([^/:]+):(?:generateContent|streamGenerateContent)$/;

/**
 * Parses a request for a model response. Returns `undefined` for all other requests: embeddings, counts, files, caches, and interactions,
 * whose history the server stores.
 */
export function readGenerateRequest(
  input: RequestInfo | URL,
  body: unknown,
): GenerateRequest | undefined {
  if (typeof body !== 'string' || input instanceof Request) return undefined;
  const [, model] = GENERATE.exec(new URL(input, 'https://relative.invalid').pathname) ?? [];
  if (model === undefined) return undefined;
  const read = parseFields(body);
  const contents = read?.['contents'];
  if (read === undefined || !Array.isArray(contents)) return undefined;
  const { systemInstruction: system, tools, generationConfig } = read;
  const most = fieldsOf(generationConfig)['maxOutputTokens'];
  return {
    body: read,
    contents,
    facts: {
      model: decodeURIComponent(model),
      beside: { system, tools },
      maxOutputTokens: typeof most === 'number' && most > 0 ? most : undefined,
    },
  };
}
