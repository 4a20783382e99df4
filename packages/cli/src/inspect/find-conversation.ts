import type { Conversation } from '../forms/item.ts';
import { readConversations } from '../forms/read-conversations.ts';
import type { Input } from '../input/open-input.ts';
import { Refusal } from '../refusal.ts';
import { notFound } from './not-found.ts';

/**
 * One conversation of an input: the one asked for, or the only one.
 *
 * @throws {Refusal} where there is none, or where there are several and none was asked for
 */
export async function findConversation(
  { name, bytes }: Input,
  options: Parameters<typeof readConversations>[1],
  wanted: string | undefined,
): Promise<Conversation> {
  let found: Conversation | undefined;
  let problem: string | undefined;
  let count = 0;
  for await (const item of readConversations(bytes, options)) {
    if (item.kind === 'aside') continue;
    if (item.kind === 'bad') {
      if (!item.isLine) throw new Refusal(item.problem);
      problem ??= item.problem;
      continue;
    }
    if (wanted !== undefined && item.id === wanted) return item;
    if (wanted === undefined && found !== undefined) {
      throw new Refusal(
        `${name} holds several conversations, and --why shows one: name it with --conversation ID or #.`,
      );
    }
    if (wanted === undefined || String(count) === wanted) found = item;
    count += 1;
  }
  if (found !== undefined) return found;
  if (wanted !== undefined) throw notFound(wanted, count, name);
  throw new Refusal(problem ?? `${name} holds no conversation.`);
}
