import { llmSummarizer, type LlmSummarizer } from '@palimpsest/summarizer';

/** Any client of a model: takes the instructions, the quoted text and an abort signal. */
type Chat = (messages: { system: string; user: string; signal: AbortSignal }) => Promise<string>;

export function summarizerFor(chat: Chat): LlmSummarizer {
  return llmSummarizer({
    generate: ({ instructions, text, signal }) =>
      chat({ system: instructions, user: text, signal }),
    timeoutMs: 20_000,
    onOutcome: ({ level, passedOver }) => console.log(level, passedOver.length),
  });
}
