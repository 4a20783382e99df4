import { FormatError } from '@palimpsest/formats';
import type { BadLine, Conversation } from '../forms/item.ts';

/** What is wrong with a conversation whose messages are not of their format; `undefined` for every other failure. */
export function asBadInput(
  error: unknown,
  { text, place, isLine }: Conversation,
): BadLine | undefined {
  if (!(error instanceof FormatError)) return undefined;
  return { kind: 'bad', text, place, isLine, problem: `${place}: ${error.message}` };
}
