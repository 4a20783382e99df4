/** Attributes of a span, of an event or of a measurement. */
export type Facts = Readonly<Record<string, Fact>>;

type Fact = string | number | boolean | string[];

/** Characters of a name. */
const LONGEST_NAME = 128;

/** What is a word of a vocabulary, rather than a text. */
const WORD = /^[\w.:-]{1,128}$/;

/** Only what is there: a strategy may leave out figures, or say what is none. */
export function known(facts: Readonly<Record<string, Fact | undefined>>): Facts {
  return Object.fromEntries(
    Object.entries(facts).filter(
      (fact): fact is [string, Fact] =>
        fact[1] !== undefined && (typeof fact[1] !== 'number' || Number.isFinite(fact[1])),
    ),
  );
}

/** A reason, the name of an error or a code: they may come from anybody's strategy, and a text in their place could say anything. */
export function word(value: unknown): string {
  return isWord(value) ? value : '_OTHER';
}

export function isWord(value: unknown): value is string {
  return typeof value === 'string' && WORD.test(value);
}

/** What the host itself named: a model, a strategy. */
export function named(name: string): string {
  return bounded(name, LONGEST_NAME);
}

/** Whose tokens are counted and paid. */
export function modelFacts(model: string | undefined): Facts {
  return known({ 'gen_ai.request.model': model === undefined ? undefined : named(model) });
}

export function bounded(text: string, characters: number): string {
  return text.slice(0, characters).toWellFormed();
}
