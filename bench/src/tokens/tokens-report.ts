import { createExactCounter, estimateTokens } from '@palimpsest/engine/tokens';
import { conversations, type Conversation } from '../corpus.ts';

interface TokensRow {
  readonly corpus: string;
  readonly conversations: number;
  readonly tokens: number;
  /** Mean absolute difference between the estimate and the count of a conversation, in per cent. */
  readonly away: number;
  /** Difference between the estimate and the count of all conversations together, in per cent. */
  readonly together: number;
}

/** Compares token estimates of conversations with exact counts. */
export async function tokensReport(): Promise<object> {
  const exact = await createExactCounter();
  const bySource = new Map<string, [estimated: number, counted: number][]>();
  for (const conversation of conversations(false)) {
    const text = textOf(conversation);
    const pairs = bySource.get(conversation.source) ?? [];
    pairs.push([estimateTokens(text), exact.count(text)]);
    bySource.set(conversation.source, pairs);
  }
  const rows = [
    rowOf('all', [...bySource.values()].flat()),
    ...[...bySource].map(([source, pairs]) => rowOf(source, pairs)),
  ];
  console.table(rows);
  return { figures: { encoding: 'o200k_base', rows } };
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

function rowOf(corpus: string, pairs: readonly (readonly [number, number])[]): TokensRow {
  const [estimated, tokens] = [sum(pairs.map(([one]) => one)), sum(pairs.map(([, one]) => one))];
  const away = sum(pairs.map(([estimate, count]) => Math.abs(estimate / count - 1))) / pairs.length;
  return {
    corpus,
    conversations: pairs.length,
    tokens,
    away: tenth(away * 100),
    together: tenth((estimated / tokens - 1) * 100),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}
