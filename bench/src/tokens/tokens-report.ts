import { createExactCounter, estimateTokens } from '@palimpsest/engine/tokens';
import { conversations, type Conversation } from '../corpus.ts';

/** Compares token estimates of conversations with exact counts of `o200k_base`. */
export async function tokensReport(): Promise<{ readonly figures: TokensFigures }> {
  const exact = await createExactCounter();
  const differences = Array.from(conversations(false), (conversation) => {
    const text = textOf(conversation);
    return Math.abs(estimateTokens(text) / exact.count(text) - 1);
  });
  const mean = differences.reduce((sum, one) => sum + one, 0) / differences.length;
  return {
    figures: { conversations: differences.length, away: Math.round(mean * 1_000) / 10 },
  };
}

export interface TokensFigures {
  readonly conversations: number;
  /** Mean absolute difference between the estimate and the count of a conversation, in per cent. */
  readonly away: number;
}

/** Returns the text of all messages, and the arguments of calls. */
function textOf({ messages }: Conversation): string {
  const texts = messages.flatMap(({ content, tool_calls: calls = [] }) => [
    content ?? '',
    ...(calls as readonly Call[]).map((call) => call.function.arguments),
  ]);
  return texts.join('\n');
}

interface Call {
  readonly function: { readonly arguments: string };
}
