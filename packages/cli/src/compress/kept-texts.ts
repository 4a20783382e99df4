import type { IContent } from '@palimpsest/core-types';
import type { MainIo } from '../main-io.ts';
import { Refusal } from '../refusal.ts';
import type { ReportKind } from '../rewrite/report-kind.ts';
import { printable } from '../terminal/printable.ts';
import { warn } from '../terminal/warn.ts';

/** Texts of `--keep`: messages that hold one stay as they are. */
export interface KeptTexts {
  /** Whether an entry holds one of the texts, wherever it stands: in what was said, in a call or in its result. */
  readonly pinned: (entry: IContent) => boolean;
  /** Looks for the texts in messages as they were read. A strategy does not ask about the newest ones, which stay anyway. */
  lookIn(messages: readonly unknown[]): void;
  /** Texts that were found nowhere. */
  missing(): readonly string[];
}

/** @throws {Refusal} for an empty text */
export function keptTexts(texts: readonly string[]): KeptTexts {
  if (texts.includes('')) {
    throw new Refusal('--keep needs a text; every message holds an empty one.');
  }
  const found = new Set<string>();
  const holdsAny = (value: unknown): boolean => {
    const all = [...saidIn(value)].join('\n');
    const held = texts.filter((text) => all.includes(text));
    for (const text of held) found.add(text);
    return held.length > 0;
  };
  return {
    pinned: ({ blocks }) => holdsAny(blocks),
    lookIn(messages) {
      if (texts.length > 0) holdsAny(messages);
    },
    missing: () => texts.filter((text) => !found.has(text)),
  };
}

/** Members that name kinds and formats, and say nothing. */
const FORM: ReadonlySet<string> = new Set(['type', 'role', 'native', 'encoding', 'mimeType']);

/** Every text in a value, without what only tells its form. */
function* saidIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) if (!FORM.has(name)) yield* saidIn(member);
}

/** Warns on `stderr` of texts of `--keep` that no message holds: a typing error would lose what was to stay. */
export function warnOfMissing(
  texts: readonly string[],
  report: ReportKind,
  io: Pick<MainIo, 'stderr' | 'env'>,
): void {
  for (const text of texts) {
    const reason = 'no message holds this text';
    const words = `--keep "${printable(text, 80)}" keeps nothing: ${reason}.`;
    warn({ keep: text, reason }, words, { report, io });
  }
}
