import { createDice } from '../dice.ts';
import { contentText, type ChatMessage } from '../retention/chat-message.ts';
import { requestTokens } from '../retention/request-tokens.ts';
import { share } from '../retention/pooling.ts';
import { CHAT_FAMILIES, ITEM_WEIGHTS, writeItemChat } from './item-chats.ts';

/** Compresses a chat to a number of tokens, system messages not counted. */
export type ShrinkChat = (
  messages: readonly ChatMessage[],
  targetTokens: number,
) => Promise<readonly ChatMessage[]>;

/** What is left of the items of all chats, in per cent. */
export interface ItemRow {
  /** The chat is compressed to this fraction of its tokens: 2, 4 and 8 times smaller. */
  readonly times: number;
  /** All items by their weights. */
  readonly weighted: number | null;
  /** Per cent of the tokens that are left. */
  readonly kept: number | null;
  /** Chats that stay larger than asked. */
  readonly over: number;
  readonly chats: number;
}

const TIMES = [2, 4, 8] as const;
const CHATS_OF_FAMILY = 25;

/** Measures which items stand after chats were compressed to a half, a quarter and an eighth. */
export async function measureItems(shrink: ShrinkChat): Promise<readonly ItemRow[]> {
  const chats = CHAT_FAMILIES.flatMap((family) =>
    Array.from({ length: CHATS_OF_FAMILY }, (_, seed) =>
      writeItemChat(family, createDice(1_000 + seed)),
    ),
  );
  const rows: ItemRow[] = [];
  for (const times of TIMES) {
    const weights = { survived: 0, asked: 0 };
    const tokens = { survived: 0, asked: 0 };
    let over = 0;
    for (const { messages, items } of chats) {
      const whole = requestTokens(messages);
      const target = Math.floor(whole / times);
      const left = await shrink(messages, target);
      const size = requestTokens(left);
      if (size > target) over += 1;
      tokens.asked += whole;
      tokens.survived += size;
      const lines = left.flatMap((message) => plain(contentText(message)).split('\n'));
      for (const { kind, parts } of items) {
        const wanted = parts.map(plain);
        const isThere = lines.some((line) => wanted.every((part) => line.includes(part)));
        weights.asked += ITEM_WEIGHTS[kind];
        if (isThere) weights.survived += ITEM_WEIGHTS[kind];
      }
    }
    rows.push({ times, weighted: share(weights), kept: share(tokens), over, chats: chats.length });
  }
  return rows;
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\S\n]+/g, ' ');
}
