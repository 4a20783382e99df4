import { createDice } from '../dice.ts';
import { contentText, type ChatMessage } from '../retention/chat-message.ts';
import { requestTokens } from '../retention/request-tokens.ts';
import { share, type Tally } from '../retention/pooling.ts';
import {
  CHAT_FAMILIES,
  ITEM_WEIGHTS,
  writeItemChat,
  writeTalk,
  type ItemKind,
} from './item-chats.ts';

/** Compresses a chat to a number of tokens, system messages not counted. */
export type ShrinkChat = (
  messages: readonly ChatMessage[],
  targetTokens: number,
) => Promise<readonly ChatMessage[]>;

/** What is left of the items of all chats, in per cent. */
export interface ItemRow extends Readonly<Record<ItemKind, number | null>> {
  /** The chat is compressed to this fraction of its tokens: 2, 4 and 8 times smaller. */
  readonly times: number;
  /** 1, or 2 after more talk and a second compression. */
  readonly cycle: number;
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
const CYCLES = 2;
const MORE_TALK = 8;

/** Measures which items stand after chats were compressed to a half, a quarter and an eighth, and once more after more talk. */
export async function measureItems(shrink: ShrinkChat): Promise<readonly ItemRow[]> {
  const rows: ItemRow[] = [];
  for (const times of TIMES) {
    const cycles = Array.from({ length: CYCLES }, () => ({
      tallies: new Map<ItemKind, Tally>(),
      tokens: { survived: 0, asked: 0 },
      over: 0,
    }));
    for (const family of CHAT_FAMILIES) {
      for (let seed = 0; seed < CHATS_OF_FAMILY; seed += 1) {
        const dice = createDice(1_000 + seed);
        const { messages, items } = writeItemChat(family, dice);
        const target = Math.floor(requestTokens(messages) / times);
        let given = messages;
        for (const cycle of cycles) {
          const left = await shrink(given, target);
          const size = requestTokens(left);
          if (size > target) cycle.over += 1;
          cycle.tokens.asked += requestTokens(messages);
          cycle.tokens.survived += size;
          const lines = left.flatMap((message) => plain(contentText(message)).split('\n'));
          for (const { kind, parts } of items) {
            const wanted = parts.map(plain);
            const isThere = lines.some((line) => wanted.every((part) => line.includes(part)));
            const { survived, asked } = cycle.tallies.get(kind) ?? { survived: 0, asked: 0 };
            cycle.tallies.set(kind, { survived: survived + Number(isThere), asked: asked + 1 });
          }
          given = [...left, ...writeTalk(MORE_TALK, dice)];
        }
      }
    }
    for (const [at, { tallies, tokens, over }] of cycles.entries()) {
      const kinds = [...tallies];
      rows.push({
        times,
        cycle: at + 1,
        weighted: share({
          survived: kinds.reduce(
            (sum, [kind, { survived }]) => sum + ITEM_WEIGHTS[kind] * survived,
            0,
          ),
          asked: kinds.reduce((sum, [kind, { asked }]) => sum + ITEM_WEIGHTS[kind] * asked, 0),
        }),
        ...(Object.fromEntries(kinds.map(([kind, tally]) => [kind, share(tally)])) as Record<
          ItemKind,
          number | null
        >),
        kept: share(tokens),
        over,
        chats: CHAT_FAMILIES.length * CHATS_OF_FAMILY,
      });
    }
  }
  return rows;
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\S\n]+/g, ' ');
}
