import OpenAI7 from 'openai';
import OpenAI6 from 'openai-v6';

/** The adapter uses only what both major versions share; only their types differ. */
export const CLIENTS = { 7: OpenAI7, 6: OpenAI6 as unknown as typeof OpenAI7 } as const;

/** Each major version, with one response body and streamed. */
export const EACH = [
  [7, false],
  [7, true],
  [6, false],
  [6, true],
] as const;
