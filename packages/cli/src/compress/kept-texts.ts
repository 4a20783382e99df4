import { OptionError } from '@palimpsest/core-types';
import { readEntryRule, textsOf, type EntryRule } from '@palimpsest/engine/rules';
import { UsageError } from '../errors.ts';
import type { Warning } from '../terminal/notices.ts';
import { quote } from '../terminal/printable.ts';

/** The rules of `--keep`, and which of their texts were found. */
export class KeptTexts {
  readonly #rules: readonly EntryRule[];
  readonly #found = new Set<string>();

  /** @throws {UsageError} for an empty text, or an invalid regular expression */
  constructor(rules: readonly string[]) {
    this.#rules = rules.map(readRule);
  }

  /** The rules about tools and files, which the strategy looks up by the calls of a history. */
  get callRules(): readonly string[] {
    return this.#rules.flatMap(({ rule, matchesCall }) =>
      matchesCall === undefined ? [] : [rule],
    );
  }

  /** Records the texts that any part of a value contains, and returns whether there is one. */
  recordFound(value: unknown): boolean {
    if (this.#rules.length === 0) return false;
    const all = [...textsOf(value)].join('\n');
    const contained = this.#rules.filter(({ matchesText }) => matchesText?.(all) === true);
    for (const { rule } of contained) this.#found.add(rule);
    return contained.length > 0;
  }

  /** Returns a warning for each text that was not found: a typing mistake would lose what was to be kept. */
  findMissing(): Warning[] {
    const reason = 'no message contains this text';
    return this.#rules
      .filter(({ rule, matchesText }) => matchesText !== undefined && !this.#found.has(rule))
      .map(({ rule: keep }) => ({
        message: `--keep ${quote(keep)} has no effect: ${reason}.`,
        facts: { keep, reason },
      }));
  }
}

function readRule(rule: string): EntryRule {
  try {
    return readEntryRule(rule, '--keep');
  } catch (error) {
    throw OptionError.isInstance(error) ? new UsageError(error.message) : error;
  }
}
