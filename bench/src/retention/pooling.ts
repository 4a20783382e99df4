/** A count and its total. */
export interface Tally {
  readonly survived: number;
  readonly asked: number;
}

/** First quartile, median and third quartile. */
export type Quartiles = readonly [number, number, number];

/** Sums tallies. */
export function sum(tallies: readonly Tally[]): Tally {
  return {
    survived: tallies.reduce((total, { survived }) => total + survived, 0),
    asked: tallies.reduce((total, { asked }) => total + asked, 0),
  };
}

/** Returns the per cent with one decimal place; `null` if the total is 0. */
export function share(tally: Tally): number | null {
  return tally.asked === 0 ? null : oneDigit(perCent(tally));
}

/** Returns the quartiles of the per cents whose total is above 0; `null` if there are none. */
export function quartiles(tallies: readonly Tally[]): Quartiles | null {
  const each = tallies.filter(({ asked }) => asked > 0).map(perCent);
  if (each.length === 0) return null;
  return [quantile(each, 0.25), quantile(each, 0.5), quantile(each, 0.75)];
}

/** Returns the median difference in percentage points, over pairs with the same total above 0. */
export function medianDifference(
  pairs: readonly (readonly [ours: Tally, theirs: Tally])[],
): number | null {
  const each = pairs
    .filter(([{ asked }]) => asked > 0)
    .map(([ours, theirs]) => perCent(ours) - perCent(theirs));
  return each.length === 0 ? null : quantile(each, 0.5);
}

/** Returns a quantile with one decimal place, interpolated linearly between the two nearest values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const low = sorted[Math.floor(place)]!;
  const high = sorted[Math.ceil(place)]!;
  return oneDigit(low + (high - low) * (place % 1));
}

function perCent({ survived, asked }: Tally): number {
  return (survived / asked) * 100;
}

/** Rounds to one decimal place. Never -0, which would be written as 0 and then read as another figure. */
function oneDigit(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}
