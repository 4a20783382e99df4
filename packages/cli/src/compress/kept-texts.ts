import type { IContent } from '@palimpsest/core-types';
import type { MainIo } from '../main-io.ts';
import { Refusal } from '../refusal.ts';
import type { ReportKind } from '../rewrite/report-kind.ts';
import { lookOf } from '../terminal/look.ts';
import { printable } from '../terminal/printable.ts';

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

/** Says on `stderr` which texts of `--keep` stand nowhere: a slip of the pen must not lose what was to stay. */
export function warnOfMissing(
  texts: readonly string[],
  report: ReportKind,
  { stderr, env }: Pick<MainIo, 'stderr' | 'env'>,
): void {
  const { colors } = lookOf(stderr, env);
  for (const text of texts) {
    stderr.write(
      report === 'json'
        ? `${JSON.stringify({ kind: 'warning', keep: text, reason: 'no message holds this text' })}\n`
        : `${colors.yellow('palimpsest:')} --keep "${printable(text, 80)}" keeps nothing: no message holds this text.\n`,
    );
  }
}
