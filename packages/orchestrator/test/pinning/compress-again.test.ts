import type { CompressionStrategy, IContent } from '@palimpsest/core-types';
import { countTokensByCharacters, testContext } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { withDirectives } from '@palimpsest/engine/directives';
import { isDirectivesNote } from '../../../engine/src/directives/directives-note.ts';
import { say, story, wordsIn } from './demanding.ts';

/** Creates a strategy that drops one entry per call, the oldest that is not a note, down to three entries. */
function dropsOldest(calls: IContent[][]): CompressionStrategy {
  return {
    name: 'drops oldest',
    requiresLLM: false,
    trigger: { mode: 'threshold', defaultThreshold: 0.85 },
    compress({ history: entries, targetTokens = 0 }) {
      calls.push([...entries]);
      const tokensBefore = countTokensByCharacters(entries);
      const oldest = entries.findIndex((entry) => !isDirectivesNote(entry));
      const newHistory = entries.length > 3 ? entries.toSpliced(oldest, 1) : [...entries];
      const indices = newHistory.map((entry) => entries.indexOf(entry));
      const metadata = {
        originalMessageCount: entries.length,
        compressedMessageCount: newHistory.length,
        strategyUsed: 'drops oldest',
        llmCallMade: false,
        tokensBefore,
        tokensAfter: countTokensByCharacters(newHistory),
        dropped: { humanEntries: 1 },
        bottomPreserved: newHistory.length - Math.max(0, oldest),
        provenance: indices.map((at) => ({ sources: [at], reason: 'kept' as const })),
      };
      const isDone = tokensBefore <= targetTokens || newHistory.length === entries.length;
      return Promise.resolve(
        isDone
          ? { kind: 'noop', reason: 'nothing-removable', metadata }
          : { kind: 'applied', newHistory, metadata },
      );
    },
  };
}

const entries = [
  say('human', `${story(30)}\nNever push to main.\n${story(30)}`),
  say('ai', story(3)),
  say('human', story(3)),
  say('ai', story(3)),
  say('human', 'And now?'),
];

test('when a note misses the target, also removes what the next compression would remove', async () => {
  const calls: IContent[][] = [];
  const strategy = withDirectives(dropsOldest(calls));
  const context = testContext(entries, { targetTokens: 10 });
  const result = await strategy.compress(context);
  if (result.kind === 'noop') throw new Error(result.reason);
  const { newHistory, metadata } = result;
  expect(wordsIn(newHistory)).toContain('Never push to main.');
  expect(metadata.originalMessageCount).toBe(entries.length);
  expect(metadata.tokensBefore).toBe(countTokensByCharacters(entries));
  expect(metadata.tokensAfter).toBe(countTokensByCharacters(newHistory));
  expect(metadata.dropped!.humanEntries).toBeGreaterThan(1);
  expect(metadata.provenance).toHaveLength(newHistory.length);
  const origins = metadata.provenance!.map(({ sources, reason }) =>
    reason === 'kept' ? entries[sources[0]!] : sources,
  );
  expect(origins).toEqual(newHistory.map((entry) => (isDirectivesNote(entry) ? [0] : entry)));
  const again = await strategy.compress({
    ...context,
    history: newHistory,
    currentTokenCount: metadata.tokensAfter!,
  });
  expect(again.kind).toBe('noop');
});

test('reports directives that did not fit into the note after several compressions', async () => {
  const rules = Array.from({ length: 400 }, (_, at) => `Never rename table ${at} of the shop.`);
  const many = [say('human', rules.join('\n')), ...entries.slice(1)];
  const strategy = withDirectives(dropsOldest([]));
  const { metadata } = await strategy.compress(testContext(many, { targetTokens: 10 }));
  expect(metadata.dropped!.humanEntries).toBeGreaterThan(1);
  expect(metadata.shortfallReason).toMatch(/directives that did not fit into the note: \d+/);
});
