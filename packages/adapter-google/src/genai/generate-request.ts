import type { AdaptRequest } from '@palimpsest/adapter';

/** A request for a model response, as it is sent. */
export interface GenerateRequest {
  readonly body: Readonly<Record<string, unknown>>;
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
  const [, model] = GENERATE.exec(pathOf(input)) ?? [];
  if (model === undefined) return undefined;
  const read = parsedObject(body);
  const contents = read?.['contents'];
  if (read === undefined || !Array.isArray(contents)) return undefined;
  const { systemInstruction: system, tools, generationConfig: config } = read;
  const most: unknown =
    typeof config === 'object' && config !== null && 'maxOutputTokens' in config
      ? config.maxOutputTokens
      : undefined;
  return {
    body: read,
    contents,
    facts: {
      model: decodeURIComponent(model),
      beside: { system, tools },
      ...(typeof most === 'number' && most > 0 ? { maxOutputTokens: most } : {}),
    },
  };
}

function pathOf(input: string | URL): string {
  return new URL(input, 'https://relative.invalid').pathname;
}

/** Invalid JSON is left to the server to reject. */
function parsedObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value }
      : undefined;
  } catch {
    return undefined;
  }
}
