import type { IContent } from '@palimpsest/core-types';
import { UsageError } from '../errors.ts';
import type { Warning } from '../terminal/notices.ts';
import { quote } from '../terminal/printable.ts';

/** The texts of `--keep`. */
export interface KeptTexts {
  /** Returns whether any part of the entry contains one of the texts: text, tool call or tool result. */
  readonly pinned: (entry: IContent) => boolean;
  /** Searches messages as they were read, because strategies do not ask about the preserved tail. */
  search(messages: readonly unknown[]): void;
  /** Returns a warning for each text that was not found: a typing mistake would lose what was to be kept. */
  findMissing(): Warning[];
}

/** @throws {UsageError} for an empty text */
export function createKeptTexts(texts: readonly string[]): KeptTexts {
  if (texts.includes('')) {
    throw new UsageError(
      '--keep: expected a text, got an empty one, which every message contains.',
    );
  }
  const found = new Set<string>();
  const containsAny = (value: unknown): boolean => {
    const all = [...listTexts(value)].join('\n');
    const contained = texts.filter((text) => all.includes(text));
    for (const text of contained) found.add(text);
    return contained.length > 0;
  };
  return {
    pinned: ({ blocks }) => containsAny(blocks),
    search(messages) {
      if (texts.length > 0) containsAny(messages);
    },
    findMissing: () =>
      texts
        .filter((text) => !found.has(text))
        .map((keep) => {
          const reason = 'no message contains this text';
          return {
            message: `--keep ${quote(keep)} has no effect: ${reason}.`,
            facts: { keep, reason },
          };
        }),
  };
}

/** Members that name a kind or a format, and have no content. */
const FORM: ReadonlySet<string> = new Set(['type', 'role', 'native', 'encoding', 'mimeType']);

function* listTexts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) if (!FORM.has(name)) yield* listTexts(member);
}
