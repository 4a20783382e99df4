import {
  parseDuplicateMarker,
  resultParts,
  type DroppedCounts,
  type IContent,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { isGapMarker, isRecordEntry, repairHistory } from '@palimpsest/history';
import { countTokensByCharacters } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExtractiveOptions } from './compressed.ts';
import { compress, reloaded } from './compressed.ts';
import { danglingReferences } from './references-resolve.ts';
import { sessionArbitrary } from './session-arbitrary.ts';
import { isResponse, getSoleText, listResultTexts } from '../src/history/responses.ts';

const cases = fc.record({
  before: sessionArbitrary().map((entries) => repairHistory(entries).history),
  ratio: fc.constantFrom(0, 0.1, 0.25, 0.4, 0.6, 0.8, 0.95),
  settings: fc.record({
    recencyWindow: fc.constantFrom(0, 1, 4),
    nearDedup: fc.boolean(),
    nearThreshold: fc.constantFrom(0.5, 0.85),
  }),
});

const RUNS = { numRuns: Number(process.env['RUNS'] ?? 250) };

function targetOf(before: readonly IContent[], ratio: number): number {
  return Math.floor(ratio * countTokensByCharacters(before));
}

test(
  'meets the target, or reports the shortfall and its reason',
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ before, ratio, settings }) => {
        const targetTokens = targetOf(before, ratio);
        const result = await compress(before, { targetTokens, options: { settings } });
        const after = result.kind === 'applied' ? result.newHistory : before;
        const { shortfallTokens = 0, shortfallReason } = result.metadata;
        if (result.kind === 'noop' && result.reason === 'empty-history') return;
        expect(Math.max(0, countTokensByCharacters(after) - targetTokens)).toBe(shortfallTokens);
        expect(shortfallReason !== undefined).toBe(shortfallTokens > 0);
      }),
      RUNS,
    );
  },
);

test('no generated reference points to a text that was removed', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(cases, fc.integer({ min: 1, max: 3 }), async (one, rounds) => {
      const { ratio, settings } = one;
      let before: readonly IContent[] = one.before;
      for (let round = 0; round < rounds; round += 1) {
        const forged = new Set(danglingReferences(before));
        const targetTokens = targetOf(before, ratio);
        const result = await compress(before, { targetTokens, options: { settings } });
        const after = result.kind === 'applied' ? result.newHistory : before;
        expect(danglingReferences(after).filter((text) => !forged.has(text))).toEqual([]);
        before = reloaded([...after, ...one.before.slice(0, 5)]);
        if (repairHistory(before).history !== before) return;
      }
    }),
    RUNS,
  );
});

test('the counts match the output', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ before, ratio, settings }) => {
      fc.pre(!before.some((entry) => hasMarkerBeside(entry) || hasBytes(entry)));
      const targetTokens = targetOf(before, ratio);
      const result = await compress(before, { targetTokens, options: { settings } });
      if (result.kind === 'noop') return;
      const { newHistory, metadata } = result;
      expect(metadata.tokensAfter).toBe(countTokensByCharacters(newHistory));
      expect(metadata.compressedMessageCount).toBe(newHistory.length);
      expect(metadata.dropped).toEqual(recount(before, result.newHistory, metadata.provenance!));
    }),
    RUNS,
  );
});

/** Returns whether a marker is next to other text. There, a typed marker cannot be distinguished from a generated one. */
function hasMarkerBeside({ blocks }: IContent): boolean {
  const said = blocks.filter(isWords);
  return said.length > 1 && said.some((block) => 'text' in block && block.text.startsWith('['));
}

/**
 * Returns whether a result contains media or base64. The placeholders hide whether a text was also truncated;
 * `rich-results.test.ts` counts them.
 */
function hasBytes({ blocks }: IContent): boolean {
  return blocks.filter(isResponse).some(({ result }) => {
    const written = JSON.stringify(result) ?? '';
    return written.includes(';base64,') || /[\w+/]{200}/.test(written) || mediaIn(result) > 0;
  });
}

/** Counts what was removed, as far as the output shows it. */
function recount(
  before: readonly IContent[],
  after: readonly IContent[],
  provenance: readonly { readonly sources: readonly number[] }[],
): DroppedCounts {
  const counts: Record<string, number> = {};
  const add = (kind: keyof DroppedCounts, more: number): void => {
    if (more > 0) counts[kind] = (counts[kind] ?? 0) + more;
  };
  add('thinkingBlocks', countOf(before, 'thinking') - countOf(after, 'thinking'));
  add('mediaBlocks', countOf(before, 'media') - countOf(after, 'media'));
  for (const [index, entry] of after.entries()) {
    const { sources } = provenance[index]!;
    if (isRecordEntry(entry) && !before.includes(entry)) {
      add('summarizedEntries', sources.length);
      continue;
    }
    // It separates turns of one role, between entries that the record follows.
    if (isGapMarker(entry) && !before.includes(entry)) continue;
    const known = new Set<unknown>(sources.flatMap((source) => before[source]!.blocks));
    const written = entry.blocks.filter((block) => !known.has(block));
    const given = sources.flatMap((source) => before[source]!.blocks).filter(isResponse);
    for (const [at, block] of entry.blocks.filter(isResponse).entries()) {
      if (known.has(block)) continue;
      const texts = new Set(listResultTexts(given[at]!).map(({ text }) => text));
      const isCut = listResultTexts(block).some(({ text }) => !texts.has(text));
      if (!isCut) continue;
      const text = getSoleText(block) ?? markedTextOf(block);
      add(LINE.test(text) ? 'toolResults' : kindOf(text), 1);
    }
    const said = written.flatMap((block) => (block.type === 'text' ? [block.text] : []));
    const texts = sources.filter((source) => before[source]!.blocks.some(isWords)).length;
    if (said.length > 0) add(kindOf(said.join('\n\n')), texts);
    else if (texts > 0 && !entry.blocks.some(isWords)) add('truncatedTexts', texts);
  }
  return counts;
}

function mediaIn(result: unknown): number {
  return resultParts(result).filter(({ type }) => type === 'media').length;
}

/** Returns the truncated text of a result with several texts. */
function markedTextOf(block: ToolResponseBlock): string {
  const texts = listResultTexts(block).map(({ text }) => text);
  return texts.find((text) => kindOf(text) !== 'summarizedTexts') ?? '';
}

function countOf(entries: readonly IContent[], type: string): number {
  return entries.flatMap(({ blocks }) => blocks).filter((block) => block.type === type).length;
}

function kindOf(text: string): keyof DroppedCounts {
  if (parseDuplicateMarker(text) !== undefined) return 'duplicateTexts';
  if (/^\[truncated — \d+ chars(?:: [^]*)?\]$|^\[summary[^]*…\]$/.test(text))
    return 'truncatedTexts';
  return /(?:^|\n\n)\[summary/.test(text) ? 'summarizedTexts' : 'truncatedTexts';
}

const LINE = /^\[[^\n]*: (?:success|error)(?:, \d+ \w+)?\](?:\n|$)/;

const isWords = ({ type }: { readonly type: string }): boolean =>
  type === 'text' || type === 'code';

test('does not change the input history', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ before, ratio, settings }) => {
      const copy = structuredClone(before);
      const options: ExtractiveOptions = { settings };
      await compress(before, { targetTokens: targetOf(before, ratio), options });
      expect(before).toEqual(copy);
    }),
    { numRuns: 60 },
  );
});
