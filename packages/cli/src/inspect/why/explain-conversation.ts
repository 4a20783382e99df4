import type { CompressionContext, ContentBlock, IContent } from '@palimpsest/core-types';
import { createSettings, toEphemeralAccessors } from '@palimpsest/factory';
import { getCodec } from '@palimpsest/formats';
import { groupResultsWithCalls, indexExchanges, repairHistory } from '@palimpsest/history';
import { pinnedWithDirectives } from '@palimpsest/orchestrator';
import { SalienceStrategy } from '@palimpsest/strategy-salience';
import { explain, type ExplainedText } from '@palimpsest/strategy-salience/explain';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import { defaultToolTaxonomy } from '@palimpsest/tool-taxonomy';
import type { Conversation } from '../../forms/item.ts';
import { countOverhead } from '../count-overhead.ts';
import { entryDescriber } from '../describe-entry.ts';
import { valueLevels } from './value-levels.ts';
import type { ValueLevel, Why, WhyEntry, WhyText } from './why.ts';

/** Where a compression would end. */
export type WhyTarget = { readonly tokens: number } | { readonly ratio: number };

/**
 * Says what the strategy `salience` would keep of a conversation, and why. Nothing is carried out.
 *
 * @throws {FormatError} for a message that is not of its format
 */
export async function explainConversation(
  conversation: Conversation,
  target: WhyTarget,
): Promise<Why> {
  const { id, format, messages } = conversation;
  const mended = repairHistory(getCodec(format).decode(messages));
  // As `compress` reads them.
  const gathered = format === 'icontent' ? undefined : groupResultsWithCalls(mended.history);
  const history = gathered?.history ?? mended.history;
  const { system, tools } = countOverhead(conversation);
  const overhead = system + tools;
  const historyTokens = estimateEntryTokens(history);
  const tokens = historyTokens + overhead;
  const targetTokens =
    'tokens' in target ? target.tokens : Math.max(1, Math.floor(target.ratio * tokens));
  const strategy = new SalienceStrategy();
  const ephemerals = toEphemeralAccessors(createSettings(), () => strategy);
  const context: CompressionContext = {
    history,
    estimateTokens: estimateEntryTokens,
    currentTokenCount: historyTokens,
    runtimeContext: { ephemerals },
    targetTokens: Math.max(1, targetTokens - overhead),
    pinned: pinnedWithDirectives(),
  };
  const explanation = history.length === 0 ? undefined : await explain(strategy, context);
  const result = explanation === undefined ? undefined : await strategy.compress(context);
  const after = result?.kind === 'applied' ? result.newHistory : history;
  const untouched = new Set(after.flatMap(({ blocks }) => blocks));
  const levelOf = valueLevels(densitiesIn(explanation?.entries ?? []));
  const describe = entryDescriber(indexExchanges(history), defaultToolTaxonomy);
  return {
    id,
    format,
    strategy: strategy.name,
    entries: history.length,
    repairs: mended.repairs.length + (gathered?.repairs.length ?? 0),
    tokens,
    tokensAfter: estimateEntryTokens(after) + overhead,
    targetTokens,
    tail: explanation?.tailStart ?? 0,
    reducible: (explanation?.entries ?? []).map(({ index, texts }): WhyEntry => {
      const entry = history[index]!;
      const explained = texts.map((text) => explainText(entry, text, { levelOf, untouched }));
      const { tool, key } = describe(entry, index);
      return {
        index,
        speaker: entry.speaker,
        ...(tool === undefined ? {} : { tool }),
        ...(key === undefined ? {} : { key }),
        kept: sum(explained.map(({ kept }) => kept)),
        of: sum(explained.map(({ of }) => of)),
        texts: explained,
        untouched: entry.blocks.filter(
          (block, at) => untouched.has(block) && !texts.some((text) => text.block === at),
        ).length,
      };
    }),
  };
}

interface Means {
  readonly levelOf: (density: number) => ValueLevel;
  /** Blocks that a compression leaves as they are. */
  readonly untouched: ReadonlySet<ContentBlock>;
}

function explainText(
  entry: IContent,
  { block, role, kept, total, lines, gap }: ExplainedText,
  { levelOf, untouched }: Means,
): WhyText {
  const before = entry.blocks[block]!;
  const tool: unknown =
    before.type === 'tool_call'
      ? before.name
      : before.type === 'tool_response'
        ? before.toolName
        : undefined;
  const about = { block, role, ...(typeof tool === 'string' ? { tool } : {}) };
  // What would not become shorter stays as it is, whatever was chosen of it.
  if (untouched.has(before)) return { ...about, kept: total, of: total, lines: [], gap: 0 };
  return {
    ...about,
    kept,
    of: total,
    lines: lines.map((line) =>
      line.reason === undefined ? line : { ...line, level: levelOf(line.reason.density) },
    ),
    gap,
  };
}

function densitiesIn(
  entries: readonly { readonly texts: readonly ExplainedText[] }[],
): readonly number[] {
  return entries.flatMap(({ texts }) =>
    texts.flatMap(({ lines }) => lines.map(({ reason }) => reason?.density ?? 0)),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
