import type { IContent } from '@palimpsest/core-types';
import { type RandomStringSource, createDelimiter } from '@palimpsest/text';
import { quote, quoteEntries, type RenderedEntry } from '../showing/render-history.ts';
import { asHumanEntry } from './request-budget.ts';
import { escapeHidden } from '../showing/escape-hidden.ts';
import {
  MERGE_NOTE,
  partNote,
  preamble,
  formatFinalInstruction,
  VERIFY_NOTE,
  type SummaryMode,
} from './instructions.ts';

/** A text that a request quotes in addition to the history. */
export interface QuotedSection {
  readonly name: 'previous snapshot' | 'snapshots' | 'draft' | 'todos' | 'latest request';
  readonly text: string;
}

export interface RequestParts {
  /** The built-in prompt, or the host's own. */
  readonly prompt: string;
  readonly entries: readonly RenderedEntry[];
  readonly quotations?: readonly QuotedSection[];
  /** Instructions about the quotations, in addition to the prompt. */
  readonly notes?: readonly string[];
  readonly mode: SummaryMode;
  /** Maximum length of the snapshot, in characters. */
  readonly maxCharacters: number;
  readonly nonce: RandomStringSource;
}

/** Purpose of each quotation. The sentence is omitted if the quotation is absent. */
const NOTES: Readonly<Record<QuotedSection['name'], string | undefined>> = {
  'previous snapshot':
    'The quotation "previous snapshot" is what was written of the conversation before the history begins. Carry over everything in it that still holds.',
  todos:
    'The quotation "todos" is the list of tasks as it stands now: the plan has to agree with it.',
  'latest request':
    'IMPORTANT: the quotation "latest request" is the newest thing the user asked for. It stays in the conversation; goal and plan have to serve it.',
  snapshots: undefined,
  draft: undefined,
};

/**
 * Builds a request for a snapshot: rules, quoted data and final instruction, always in this order. All entries are `human`, a role that every
 * provider accepts.
 */
export function buildRequest({
  prompt,
  entries,
  quotations = [],
  notes = [],
  mode,
  maxCharacters,
  nonce,
}: RequestParts): IContent[] {
  const quoted = quotations.map(({ name, text }) => ({ name, text: escapeHidden(text) }));
  const delimiter = frameDelimiter(
    [...entries.map(({ text }) => text), ...quoted.map(({ text }) => text)],
    nonce,
  );
  const about = quoted.flatMap(({ name }) => NOTES[name] ?? []);
  const rules = [preamble(delimiter), prompt, ...about, ...notes].join('\n\n');
  const data = [
    ...quoted.map(({ name, text }) => quote(name, text, delimiter)),
    ...(entries.length === 0 ? [] : [quoteEntries(entries, delimiter)]),
  ];
  return [rules, ...data, formatFinalInstruction(mode, maxCharacters)].map(asHumanEntry);
}

/** Returns all instructions that a request with this prompt can have, joined: an upper bound for its text without quotations. */
export function joinAllInstructions(prompt: string): string {
  const about = Object.values(NOTES).filter((note) => note !== undefined);
  const notes = [...about, partNote(1_000, 1_000), MERGE_NOTE, VERIFY_NOTE];
  return [
    preamble('§'.repeat(30)),
    prompt,
    ...notes,
    formatFinalInstruction('aggressive', 10_000),
  ].join('\n\n');
}

/** First character of every delimiter. Rare in messages, and one byte in memory. */
const SIGN = '§';

/** Maximum number of characters of a nonce in a delimiter. */
const LENGTH = 16;

/** Returns a delimiter that occurs in none of the texts, so that no text can end a quotation or start one, even if it guesses a nonce. */
function frameDelimiter(texts: readonly string[], source: RandomStringSource): string {
  return createDelimiter(texts, () => {
    const word = source().replace(/[^\w]/g, '').slice(0, LENGTH);
    return word === '' ? '' : `${SIGN}${word}`;
  });
}
