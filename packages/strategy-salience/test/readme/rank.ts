import { createTextParser, rank, render, type Passage } from '@palimpsest/strategy-salience/rank';

const listing = `1→import { zones } from './zones.ts';
2→
3→export function tariffFor(zone: string): number {
4→  const found = zones.get(zone);
5→  if (found === undefined) throw new UnknownZoneError(zone);
6→  // Prices are kept in cents, so that no sum of them is ever rounded.
7→  return found.cents;
8→}`;
const orders = JSON.stringify([
  { id: 'order-7731', zone: 'north', state: 'open', note: 'left with a neighbour' },
  { id: 'order-7732', zone: 'harbour', state: 'refused', note: 'nobody was there' },
]);

const reader = createTextParser();
const passages: Passage[] = [
  { role: 'user', message: 0, reading: reader.read('Why did the prices fail?'), isKept: true },
  { role: 'result', message: 1, reading: reader.read(listing), namesFile: true },
  { role: 'result', message: 2, reading: reader.read(orders) },
  { role: 'text', message: 3, reading: reader.read('UnknownZoneError, it seems.'), isKept: true },
];

const { unitIndex, selectionRanks, order } = rank(passages, { reader, budget: 280 });
for (const [index, { reading, isKept }] of passages.entries()) {
  const first = unitIndex.firstUnit[index]!;
  console.log(
    render(reading, (unit) => isKept === true || selectionRanks[first + unit]! < order.length),
  );
}
