import OpenAI7 from 'openai';
import OpenAI6 from 'openai-v6';

/** What the adapter touches is the same in both majors; only their types are others. */
export const CLIENTS = { 7: OpenAI7, 6: OpenAI6 as unknown as typeof OpenAI7 } as const;

/** Every major, in one piece and streamed. */
export const EACH = [
  [7, false],
  [7, true],
  [6, false],
  [6, true],
] as const;
