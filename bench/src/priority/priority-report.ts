import { findMethod } from '../retention/methods.ts';
import { OURS } from '../retention/places.ts';
import { requestTokens } from '../retention/request-tokens.ts';
import { measureItems, type ShrinkChat } from './item-survival.ts';
import { askedRows, oddLines, tally, type Tally } from './measure.ts';

/**
 * Measures what goes first on generated outputs: whether the row that the open question names stays whole where it fits, and the
 * only line that differs in kind; and on generated chats, the items of a benchmark for chats.
 */
export async function priorityReport(): Promise<object> {
  const figures = {
    askedRows: await tally(askedRows(OURS)),
    oddLines: await tally(oddLines(OURS)),
  };
  console.log('Priority: what goes first in generated outputs, right of all');
  for (const [name, tallies] of Object.entries(figures)) {
    console.log(name);
    console.table({ ...tallies, all: sumOf(tallies) });
  }
  const items = await measureItems(shrink);
  console.log('items: rules, decisions, open tasks and owners in chats');
  console.table(items);
  return { figures: { ...figures, items } };
}

const shrink: ShrinkChat = async (messages, targetTokens) => {
  // Half a token more, so that rounding down gives exactly this size.
  const share = (targetTokens + 0.5) / requestTokens(messages);
  return (await findMethod(OURS).compress(messages, share)).messages;
};

function sumOf(tallies: Readonly<Record<string, Tally>>): Tally {
  const all = Object.values(tallies);
  return {
    right: all.reduce((sum, { right }) => sum + right, 0),
    of: all.reduce((sum, { of }) => sum + of, 0),
  };
}
