/** The two APIs whose requests contain a history. */
export type RequestKind = 'chat' | 'responses';

/** Returns the API of a request that may be rewritten. Bodies that are not text, and aborted requests, are left alone. */
export function kindOfRequest(
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
): RequestKind | undefined {
  const isUrl = typeof input === 'string' || input instanceof URL;
  if (!isUrl || typeof init?.body !== 'string' || init.signal?.aborted === true) return undefined;
  if (init.method?.toUpperCase() !== 'POST') return undefined;
  const [path = ''] = String(input).split(/[?#]/, 1);
  if (path.endsWith('/chat/completions')) return 'chat';
  return path.endsWith('/responses') ? 'responses' : undefined;
}
