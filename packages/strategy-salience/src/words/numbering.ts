/** Assigns numbers to texts in order of first use. */
export interface Numbering {
  readonly size: number;
  /** Returns the number of a text, a new one if it is unknown. */
  readonly of: (text: string) => number;
  readonly text: (number: number) => string;
}

export function createNumbering(): Numbering {
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  return {
    get size() {
      return texts.length;
    },
    of(text) {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, texts.length);
      return texts.push(text) - 1;
    },
    text: (number) => texts[number]!,
  };
}
