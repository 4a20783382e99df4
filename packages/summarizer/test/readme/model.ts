import { llmSummarizer, type LlmSummarizer } from '@palimpsest/summarizer';

/** Any client of any model: what to do, the quoted text, and when to stop. */
type Chat = (messages: { system: string; user: string; signal: AbortSignal }) => Promise<string>;

export function summarizerFor(chat: Chat): LlmSummarizer {
  return llmSummarizer({
    generate: ({ instructions, text, signal }) =>
      chat({ system: instructions, user: text, signal }),
    timeoutMs: 20_000,
    onOutcome: ({ level, passedOver }) => console.log(level, passedOver.length),
  });
}
