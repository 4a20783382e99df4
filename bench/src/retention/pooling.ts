/** How many of how many. */
export interface Tally {
  readonly survived: number;
  readonly asked: number;
}

/** A quarter, a half and three quarters of the values are smaller. */
export type Quartiles = readonly [number, number, number];

/** What was counted in several places, together. */
export function sum(tallies: readonly Tally[]): Tally {
  return {
    survived: tallies.reduce((total, { survived }) => total + survived, 0),
    asked: tallies.reduce((total, { asked }) => total + asked, 0),
  };
}

/** Per cent with one digit; nothing where nothing was asked. */
export function share(tally: Tally): number | null {
  return tally.asked === 0 ? null : oneDigit(perCent(tally));
}

/** Quartiles of the per cent in each place where something was asked; nothing where there is none. */
export function quartiles(tallies: readonly Tally[]): Quartiles | null {
  const each = tallies.filter(({ asked }) => asked > 0).map(perCent);
  if (each.length === 0) return null;
  return [quantile(each, 0.25), quantile(each, 0.5), quantile(each, 0.75)];
}

/** How many per cent points the first of two has more than the second where both were asked the same: the middle place. */
export function medianDifference(
  pairs: readonly (readonly [ours: Tally, theirs: Tally])[],
): number | null {
  const each = pairs
    .filter(([{ asked }]) => asked > 0)
    .map(([ours, theirs]) => perCent(ours) - perCent(theirs));
  return each.length === 0 ? null : quantile(each, 0.5);
}

/** The value below which a part of all values lies, with one digit: between the two nearest, as far as its place lies between them. */
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

/** Never -0, which would be written as 0 and be another figure than was measured. */
function oneDigit(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}
