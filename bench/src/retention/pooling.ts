/** A count and its total. */
export interface Tally {
  readonly survived: number;
  readonly asked: number;
}

/** Sums tallies. */
export function sum(tallies: readonly Tally[]): Tally {
  return {
    survived: tallies.reduce((total, { survived }) => total + survived, 0),
    asked: tallies.reduce((total, { asked }) => total + asked, 0),
  };
}

/** Returns the per cent with one decimal place; `null` if the total is 0. Never -0, which would be written as 0 and then read as another figure. */
export function share({ survived, asked }: Tally): number | null {
  return asked === 0 ? null : Math.round((survived / asked) * 1_000) / 10 + 0;
}
