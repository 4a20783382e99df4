import { createPalimpsest } from 'palimpsest';
import { measureItems, type ShrinkChat } from './item-survival.ts';
import { measureStated } from './stated.ts';
import { askedRows, headers, oddLines, tally, type Tally } from './measure.ts';

/**
 * Measures what goes first on generated outputs: whether the row that the open question names stays whole where it fits, the header of a table
 * with its rows, and the only line that differs in kind. And on generated chats, what people stated, and the items of a benchmark for chats.
 */
export async function priorityReport(): Promise<object> {
  const figures = {
    askedRows: await tally(askedRows('salience')),
    headers: await tally(headers('salience')),
    oddLines: await tally(oddLines('salience', 'compress')),
    oddLinesOnArrival: await tally(oddLines('salience', 'reduce')),
  };
  console.log('Priority: what goes first in generated outputs, right of all');
  for (const [name, tallies] of Object.entries(figures)) {
    console.log(name);
    console.table({ ...tallies, all: sumOf(tallies) });
  }
  const shrink = shrinkWith('salience');
  const stated = await measureStated(shrink);
  console.log('stated: what people said in chats');
  console.table(stated);
  const items = await measureItems(shrink);
  console.log('items: rules, decisions, open tasks and owners in chats');
  console.table(items);
  return { figures: { ...figures, stated, items } };
}

/** Returns a strategy as a function of a chat. */
function shrinkWith(strategy: string): ShrinkChat {
  const palimpsest = createPalimpsest();
  return async (messages, targetTokens) => {
    const options = { format: 'openai', strategy, targetTokens } as const;
    return (await palimpsest.compress(messages, options)).messages;
  };
}

function sumOf(tallies: Readonly<Record<string, Tally>>): Tally {
  const all = Object.values(tallies);
  return {
    right: all.reduce((sum, { right }) => sum + right, 0),
    of: all.reduce((sum, { of }) => sum + of, 0),
  };
}
