import type { ValueLevel } from './why.ts';

/** Tells the level of a density from all densities of a conversation. */
export function valueLevels(densities: readonly number[]): (density: number) => ValueLevel {
  const sorted = Float64Array.from(densities.filter((density) => density > 0)).toSorted();
  const quartile = (share: number): number => sorted[Math.floor(share * sorted.length)] ?? 0;
  const [low, middle, high] = [quartile(0.25), quartile(0.5), quartile(0.75)];
  return (density) => {
    if (density <= 0) return 0;
    if (density >= high) return 4;
    if (density >= middle) return 3;
    return density >= low ? 2 : 1;
  };
}
