import { UsageError } from '../errors.ts';
import type { Warning } from '../terminal/notices.ts';
import { quote } from '../terminal/printable.ts';

/** The texts and regular expressions of `--keep`. */
export class KeptTexts {
  readonly #texts: readonly string[];
  readonly #patterns: ReadonlyMap<string, RegExp>;
  readonly #found = new Set<string>();

  /** @throws {UsageError} for an empty text, or an invalid regular expression */
  constructor(texts: readonly string[]) {
    this.#texts = texts;
    this.#patterns = new Map(texts.flatMap(readPattern));
    if (!texts.includes('')) return;
    throw new UsageError(
      '--keep: expected a text, got an empty one, which every message contains.',
    );
  }

  /**
   * Returns whether any part of a value contains one of the texts: text, tool call or tool result. Messages are also searched as they were
   * read, because strategies do not ask about the preserved tail.
   */
  isIn(value: unknown): boolean {
    if (this.#texts.length === 0) return false;
    const all = [...listTexts(value)].join('\n');
    const contained = this.#texts.filter(
      (text) => this.#patterns.get(text)?.test(all) ?? all.includes(text),
    );
    for (const text of contained) this.#found.add(text);
    return contained.length > 0;
  }

  /** The texts that were found so far. */
  get found(): readonly string[] {
    return [...this.#found];
  }

  /** Adds texts that were found in another thread. */
  addFound(texts: readonly string[]): void {
    for (const text of texts) this.#found.add(text);
  }

  /** Returns a warning for each text that was not found: a typing mistake would lose what was to be kept. */
  findMissing(): Warning[] {
    const reason = 'no message contains this text';
    return this.#texts
      .filter((text) => !this.#found.has(text))
      .map((keep) => ({
        message: `--keep ${quote(keep)} has no effect: ${reason}.`,
        facts: { keep, reason },
      }));
  }
}

/** Returns the regular expression that a text between slashes stands for, such as `/error E\\d+/i`. */
function readPattern(text: string): [string, RegExp][] {
  const [, source, flags] = /^\/(.+)\/([imsu]*)$/s.exec(text) ?? [];
  if (source === undefined) return [];
  try {
    return [[text, new RegExp(source, flags)]];
  } catch (error) {
    throw new UsageError(
      `--keep: expected a text or a valid regular expression, got ${quote(text)}. ${(error as Error).message}.`,
    );
  }
}

/** Members that name a kind or a format, and have no content. */
const FORM: ReadonlySet<string> = new Set(['type', 'role', 'native', 'encoding', 'mimeType']);

function* listTexts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) if (!FORM.has(name)) yield* listTexts(member);
}
