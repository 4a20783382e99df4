import { RARE, type Rarity } from './rarity.ts';
import { wordsOf } from './words.ts';

/** Number of successive lines that together may contain one sentence. */
const WINDOW = 3;

/** Lines of texts, searched for a place with most of a sentence. */
export interface ShownLines {
  readonly add: (text: string) => void;
  /** Returns whether three successive lines of one text contain this share of the weight of `stems`. */
  readonly say: (stems: ReadonlySet<string>, share: number) => boolean;
}

export function createShownLines(rarity: Rarity): ShownLines {
  const rows: ReadonlySet<string>[] = [];
  const rowsWith = new Map<string, number[]>();
  const heldAround = (row: number, stems: ReadonlySet<string>, needed: number): boolean => {
    for (let first = row - WINDOW + 1; first <= row; first += 1) {
      let weight = 0;
      const window = rows.slice(Math.max(0, first), first + WINDOW);
      for (const stem of stems) if (window.some((words) => words.has(stem))) weight += rarity(stem);
      if (weight >= needed) return true;
    }
    return false;
  };
  return {
    add(text) {
      // Empty rows separate the end of one text from the start of the next.
      for (let gap = 1; gap < WINDOW; gap += 1) rows.push(new Set());
      for (const line of text.split('\n')) {
        const stems = new Set(wordsOf(line).map(({ stem }) => stem));
        if (stems.size === 0) continue;
        for (const stem of stems) {
          if (rarity(stem) < RARE) continue;
          const known = rowsWith.get(stem);
          if (known === undefined) rowsWith.set(stem, [rows.length]);
          else known.push(rows.length);
        }
        rows.push(stems);
      }
    },
    say(stems, share) {
      let whole = 0;
      const weights = new Map<number, number>();
      for (const stem of stems) {
        const weight = rarity(stem);
        whole += weight;
        if (weight < RARE) continue;
        for (const row of rowsWith.get(stem) ?? []) {
          weights.set(row, (weights.get(row) ?? 0) + weight);
        }
      }
      const needed = share * whole;
      for (const [row, weight] of weights) {
        // The best line of a window has at least `1 / WINDOW` of the needed weight.
        if (weight * WINDOW >= needed && heldAround(row, stems, needed)) return true;
      }
      return false;
    },
  };
}
