import { unnumbered } from '../showing/render-history.ts';
import type { CompressionContext, IContent } from '@palimpsest/core-types';
import { isGeneratedSnapshot } from '@palimpsest/history';
import { truncateText } from '@palimpsest/text';
import { snapshotText } from '../compose-snapshot.ts';
import { showTodos } from '../todos.ts';
import { escapeHidden } from '../showing/escape-hidden.ts';
import type { QuotedSection } from './build-request.ts';
import type { RequestTokenCounter } from './request-budget.ts';

export interface QuotationSources {
  /** Entries to summarize, including generated snapshots. */
  readonly entries: readonly IContent[];
  /** The newest user message if it stays in place among these entries; else empty. */
  readonly latest: string;
  readonly activeTodos: CompressionContext['activeTodos'];
  /** Tokens a request may quote, including the history, and the function that counts them. */
  readonly budget: number;
  readonly countTokens: RequestTokenCounter;
  readonly redact: (text: string) => string;
}

/** Maximum length of each quotation, in UTF-16 units. */
const LENGTH = 20_000;

/** Maximum number of rounds that truncate the quotations to half of `budget`: token density varies within a text. */
const ROUNDS = 8;
const MARGIN = 0.9;

/**
 * Returns the quotations in addition to the history: generated snapshots, the newest user message if it stays, and todos. If they exceed half
 * of `budget`, truncates each by the same share.
 */
export async function quotations({
  entries,
  latest,
  activeTodos,
  budget,
  countTokens,
  redact,
}: QuotationSources): Promise<QuotedSection[]> {
  const previous = entries.filter(isGeneratedSnapshot).map(snapshotText).join('\n\n');
  const all: QuotedSection[] = [
    { name: 'previous snapshot', text: previous },
    { name: 'latest request', text: latest },
    { name: 'todos', text: showTodos(activeTodos) ?? '' },
  ];
  let quoted = all.flatMap(({ name, text }) =>
    shortened(name, escapeHidden(redact(text).trim()), LENGTH),
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    const weight = await countTokens(quoted.map(({ text }) => unnumbered(text)));
    if (weight <= budget / 2) return quoted;
    const share = (budget / 2 / weight) * MARGIN;
    quoted = quoted.flatMap(({ name, text }) =>
      shortened(name, text, Math.floor(text.length * share)),
    );
  }
  return [];
}

function shortened(name: QuotedSection['name'], text: string, length: number): QuotedSection[] {
  const short = truncateText(text, length);
  return short === '' ? [] : [{ name, text: short }];
}
