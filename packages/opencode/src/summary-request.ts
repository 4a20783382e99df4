/** Name of the provider that the plugin adds to opencode, and of its one model. */
export const PROVIDER = 'palimpsest';
export const MODEL = 'transcript';

/** Starts the text that stands for the summarized messages, in the request that opencode sends to the agent `compaction`. */
const START = '<palimpsest-transcript>\n';

/** Prompt of a summary, for a person who reads the log. opencode adds the messages to it. */
export const PROMPT = 'Palimpsest answers this request without a model.';

/** Marks a text as the summary, for `readSummary`. */
export function markSummary(text: string): string {
  return START + text;
}

/** Returns the marked text in a request, or `undefined` if there is none. */
export function readSummary(request: string): string | undefined {
  const at = request.indexOf(START);
  return at === -1 ? undefined : request.slice(at + START.length);
}
