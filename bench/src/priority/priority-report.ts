import { findMethod } from '../retention/methods.ts';
import { OURS } from '../retention/places.ts';
import { requestTokens } from '../retention/request-tokens.ts';
import { measureItems, type ShrinkChat } from './item-survival.ts';
import { askedCases, oddCases, tally } from './measure.ts';

/**
 * Measures what goes first on generated outputs: whether the row that the open question names stays whole where it fits, and the
 * only line that differs in kind; and on generated chats, the items of a benchmark for chats.
 */
export async function priorityReport(): Promise<object> {
  return {
    figures: {
      askedRows: await tally(askedCases(), OURS),
      oddLines: await tally(oddCases(), OURS),
      items: await measureItems(shrink),
    },
  };
}

const shrink: ShrinkChat = async (messages, targetTokens) => {
  // Half a token more, so that rounding down gives exactly this size.
  const share = (targetTokens + 0.5) / requestTokens(messages);
  return (await findMethod(OURS).compress(messages, share)).messages;
};
