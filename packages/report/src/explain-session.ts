import { createStrategy } from '@palimpsest/engine';
import type { ContentBlock } from '@palimpsest/core-types';
import { createSettings, toEphemeralAccessors } from '@palimpsest/factory/settings';
import type { FormatName } from '@palimpsest/formats';
import { pinDirectives } from '@palimpsest/engine/directives';
import { pinAgentEntries } from '@palimpsest/engine/run';
import {
  type SelectionReason,
  explain,
  type ExplainedText,
  type KeptLine,
} from '@palimpsest/strategy-salience/explain';
import { salience } from '@palimpsest/strategy-salience';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import { createCallReader, type EntryCall } from './entry-calls.ts';
import { readSession, type Session } from './session.ts';

/** Quartile of a kept line by value, 4 for the most valuable; 0 for a line that only fills the remaining space. */
export type ValueLevel = 0 | 1 | 2 | 3 | 4;

/** A kept line, or a kept JSON field. */
export interface WhyLine extends Omit<KeptLine, 'reason'> {
  /** Absent, like `reason`, for a line that is always kept. */
  readonly level?: ValueLevel;
  /** Why it was selected, with the printed name of one key. */
  readonly reason?: Omit<SelectionReason, 'mentionedBy'> & {
    readonly saidBy: SelectionReason['mentionedBy'];
  };
}

/** The kept lines of one text. */
interface WhyText extends Omit<ExplainedText, 'total' | 'lines'> {
  /** The tool of the call or result. */
  readonly tool?: string;
  /** Lines with content, kept or not. */
  readonly of: number;
  readonly lines: readonly WhyLine[];
}

/** A reducible entry. */
interface WhyEntry extends Partial<EntryCall> {
  /** Position in the repaired history, from 0. */
  readonly index: number;
  readonly speaker: string;
  readonly kept: number;
  readonly of: number;
  readonly texts: readonly WhyText[];
}

/** What a compression would keep of a conversation, and why. */
export interface Why {
  readonly id: string;
  readonly format: FormatName;
  readonly strategy: string;
  /** Number of entries after repairs; positions count these. */
  readonly entries: number;
  readonly repairs: number;
  readonly tokens: number;
  readonly tokensAfter: number;
  readonly targetTokens: number;
  /** Start of the preserved tail; 0 if nothing would be omitted. */
  readonly tail: number;
  /** In the order of the conversation; all other entries stay unchanged. */
  readonly reducible: readonly WhyEntry[];
}

type WhyTarget = { readonly tokens: number } | { readonly ratio: number };

/**
 * Explains what the strategy `salience` would keep of a session. Nothing is changed.
 *
 * @throws {FormatError} for a message that is not of its format
 */
export async function explainSession(session: Session, target: WhyTarget): Promise<Why> {
  const { id, format } = session;
  const { history, repairs, overhead } = readSession(session);
  const historyTokens = estimateEntryTokens(history);
  const tokens = historyTokens + overhead;
  const targetTokens =
    'tokens' in target ? target.tokens : Math.max(1, Math.floor(target.ratio * tokens));
  const strategy = createStrategy(salience);
  const context = await pinAgentEntries({
    history,
    estimateTokens: estimateEntryTokens,
    currentTokenCount: historyTokens,
    runtimeContext: { ephemerals: toEphemeralAccessors(createSettings(), () => strategy) },
    targetTokens: Math.max(1, targetTokens - overhead),
    pinned: pinDirectives(),
  });
  const explanation = history.length === 0 ? undefined : await explain(context);
  const result = explanation === undefined ? undefined : await strategy.compress(context);
  const after = result?.kind === 'applied' ? result.newHistory : history;
  const explained = explanation?.entries ?? [];
  const lines = explained.flatMap(({ texts }) => texts.flatMap((text) => text.lines));
  const levelOf = createLevels(lines.map(({ reason }) => reason?.density ?? 0));
  const callOf = createCallReader(history);
  return {
    id,
    format,
    strategy: strategy.name,
    entries: history.length,
    repairs,
    tokens,
    tokensAfter: estimateEntryTokens(after) + overhead,
    targetTokens,
    tail: explanation?.tailStart ?? 0,
    reducible: explained.map(({ index, texts }): WhyEntry => {
      const entry = history[index]!;
      const own = texts.map((text) => explainText(entry.blocks[text.block]!, text, levelOf));
      return {
        index,
        speaker: entry.speaker,
        ...callOf(index),
        kept: own.reduce((sum, { kept }) => sum + kept, 0),
        of: own.reduce((sum, { of }) => sum + of, 0),
        texts: own,
      };
    }),
  };
}

function explainText(
  block: ContentBlock,
  { block: index, role, kept, total, lines, gap }: ExplainedText,
  levelOf: (density: number) => ValueLevel,
): WhyText {
  const tool: unknown =
    block.type === 'tool_response' ? block.toolName : block.type === 'tool_call' && block.name;
  const about = { block: index, role, ...(typeof tool === 'string' && { tool }) };
  const explained = lines.map(({ reason, ...line }): WhyLine => {
    if (reason === undefined) return line;
    const { mentionedBy: saidBy, ...rest } = reason;
    return { ...line, reason: { ...rest, saidBy }, level: levelOf(reason.density) };
  });
  return { ...about, kept, of: total, lines: explained, gap };
}

/** Creates a function that returns the level of a density among all densities of a conversation. */
export function createLevels(densities: readonly number[]): (density: number) => ValueLevel {
  const sorted = Float64Array.from(densities.filter((density) => density > 0)).toSorted();
  const quantile = (share: number): number => sorted[Math.floor(share * sorted.length)] ?? 0;
  const [low, middle, high] = [quantile(0.25), quantile(0.5), quantile(0.75)];
  return (density) => {
    if (density <= 0) return 0;
    if (density >= high) return 4;
    if (density >= middle) return 3;
    return density >= low ? 2 : 1;
  };
}
