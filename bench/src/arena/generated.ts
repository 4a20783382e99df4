import { askedCases, oddCases, type PriorityCase } from '../priority/measure.ts';
import { measureItems, type ItemRow } from '../priority/item-survival.ts';
import { contentText, type ChatMessage } from '../retention/chat-message.ts';
import { inRoomOf } from '../retention/method.ts';
import { findMethod } from '../retention/methods.ts';
import { OURS } from '../retention/places.ts';
import { requestTokens } from '../retention/request-tokens.ts';
import type { Contestant } from './contestant.ts';

/** Cases in which what is asked for stays: of a contestant, and of ours at the same size. */
export interface Versus {
  readonly theirs: number;
  readonly ours: number;
  readonly of: number;
}

export interface GeneratedTallies {
  readonly asked: Versus;
  readonly odd: Versus;
  /** Items of chats; only for those that take a size. */
  readonly items: readonly ItemRow[] | undefined;
}

/** Every how many of the generated cases takes part. */
const ASKED_STEP = 11;
const ODD_STEP = 37;

/** Measures asked rows, odd lines and the items of chats. `undefined` for a contestant that is too slow. */
export async function generatedTallies(
  contestant: Contestant,
): Promise<GeneratedTallies | undefined> {
  if (contestant.slowAbove !== undefined) return undefined;
  return {
    asked: await versus(contestant, everyNth(askedCases(), ASKED_STEP)),
    odd: await versus(contestant, everyNth(oddCases(), ODD_STEP)),
    items: contestant.isSized === true ? await itemsOf(contestant) : undefined,
  };
}

async function itemsOf(contestant: Contestant): Promise<readonly ItemRow[]> {
  return await measureItems(async (messages, target) => {
    try {
      const given = messages.filter(({ role }) => role !== 'system');
      return await contestant.compress(given, target);
    } catch {
      // It cannot reach the size: nothing is left of its request.
      return [];
    }
  });
}

function everyNth<Item>(items: Iterable<Item>, step: number): Item[] {
  return [...items].filter((_, at) => at % step === 0);
}

async function versus(contestant: Contestant, cases: readonly PriorityCase[]): Promise<Versus> {
  let [theirs, ours] = [0, 0];
  for (const { messages: few, wanted, target } of cases) {
    const messages = withWork(few);
    const room = target + requestTokens(messages) - requestTokens(few);
    const has = (left: readonly ChatMessage[]): boolean => {
      const text = left.map(contentText).join('\n');
      return wanted.every((line) => text.includes(line));
    };
    let left: readonly ChatMessage[];
    try {
      left = await contestant.compress(messages, room);
    } catch {
      left = [];
    }
    if (has(left)) theirs += 1;
    const own =
      contestant.package === 'palimpsest'
        ? undefined
        : await inRoomOf(left, messages, findMethod(OURS));
    // Who leaves everything or nothing gives ours no size: then ours would keep what it keeps.
    if (has(own?.messages ?? left)) ours += 1;
  }
  return { theirs, ours, of: cases.length };
}

const STEPS = 12;

/** Adds work between a result and what follows, as in a session: rules that keep the newest results meet an older one. */
function withWork(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const work = Array.from({ length: STEPS }, (_, at): ChatMessage[] => [
    {
      role: 'assistant',
      content: `Step ${at + 1} of the round.`,
      tool_calls: [
        {
          id: `w${at}`,
          type: 'function',
          function: { name: 'bash', arguments: JSON.stringify({ command: `./round.sh ${at}` }) },
        },
      ],
    },
    { role: 'tool', tool_call_id: `w${at}`, content: `round ${at}: done in ${at * 3 + 2} s` },
  ]);
  return [...messages.slice(0, 4), ...work.flat(), ...messages.slice(4)];
}
