import { compress, createSummarizer } from '@palimpsest/compat/cce';
import type { Message } from '@palimpsest/compat/cce';

const askModel = async (prompt: string): Promise<string> => `Answer to ${prompt.length} letters.`;

export async function shorten(messages: Message[]): Promise<Message[]> {
  const summarizer = createSummarizer(askModel, { preserveTerms: ['readLines'] });
  const result = await compress(messages, { summarizer, tokenBudget: 8_000, minRecencyWindow: 4 });
  return result.messages;
}
