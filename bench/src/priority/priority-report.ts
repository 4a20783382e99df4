import { measureStated } from './stated.ts';
import { askedRows, headers, oddLines, tally, type Tally } from './measure.ts';

/**
 * Measures what goes first on generated outputs: whether the row that the open question names stays whole where it fits, the header of a table
 * with its rows, and the only line that differs in kind. And on generated chats, what people stated.
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
  const stated = await measureStated('salience');
  console.log('stated: what people said in chats');
  console.table(stated);
  return { figures: { ...figures, stated } };
}

function sumOf(tallies: Readonly<Record<string, Tally>>): Tally {
  const all = Object.values(tallies);
  return {
    right: all.reduce((sum, { right }) => sum + right, 0),
    of: all.reduce((sum, { of }) => sum + of, 0),
  };
}
