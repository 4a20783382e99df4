import { createStrategy } from '@palimpsest/engine';
import {
  type CompressionContext,
  type CompressionResult,
  type CompressionStrategy,
  type IContent,
} from '@palimpsest/core-types';
import { checkInvariants } from '@palimpsest/conformance';
import { createIsProtected } from '@palimpsest/engine/history';
import { topDownTruncation } from '@palimpsest/strategy-top-down-truncation';
import { countTokensByCharacters, testContext } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import {
  isDirectivesNote,
  say,
  smallTalk,
  story,
  textOf,
  withDirectives,
} from './directive-conversations.ts';

type Applied = Extract<CompressionResult, { kind: 'applied' }>;

/** Creates a strategy that keeps the chosen and pinned entries and drops the others. */
function keeping(
  isKept: (at: number) => boolean,
  { requiresLLM = false, seen = [] as CompressionContext[] } = {},
): CompressionStrategy {
  return {
    name: 'keeping',
    requiresLLM,
    trigger: { mode: 'threshold', defaultThreshold: 0.85 },
    compress(context) {
      seen.push(context);
      const { history: entries, pinned } = context;
      const indices = entries.flatMap((entry, at) =>
        isKept(at) || pinned?.(entry) === true || entry.metadata?.pinned === true ? [at] : [],
      );
      const newHistory = indices.map((at) => entries[at]!);
      return Promise.resolve({
        kind: 'applied',
        newHistory,
        metadata: {
          originalMessageCount: entries.length,
          compressedMessageCount: newHistory.length,
          strategyUsed: 'keeping',
          llmCallMade: requiresLLM,
          tokensBefore: countTokensByCharacters(entries),
          tokensAfter: countTokensByCharacters(newHistory),
          topPreserved: 2,
          firstChangedIndex: 2,
          provenance: indices.map((at) => ({ sources: [at], reason: 'kept' })),
        },
      });
    },
  };
}

async function applied(
  strategy: CompressionStrategy,
  entries: readonly IContent[],
  context: Parameters<typeof testContext>[1] = {},
): Promise<Applied> {
  const result = await strategy.compress(testContext(entries, context));
  if (result.kind === 'noop') throw new Error(`Nothing was done: ${result.reason}`);
  return result;
}

const LONG = `${story(1)}\nNever rename the table.\n\n${story(2)}`;
const HISTORY = [
  say('system', 'You help.'),
  say('human', 'Please fix the importer.'),
  say('ai', 'I look at it.'),
  say('human', LONG),
  say('ai', 'I see.'),
  say('human', 'Only touch src/a.ts.'),
  say('ai', 'Well.'),
  ...smallTalk('later', 6),
];

const isMine = (entry: IContent): boolean => textOf(entry) === 'Well.';

/** Returns the texts of the entries that a strategy receives as pinned. */
async function pinsGiven(
  requiresLLM: boolean,
  entries: readonly IContent[] = HISTORY,
): Promise<string[]> {
  const seen: CompressionContext[] = [];
  const strategy = withDirectives(keeping(() => true, { requiresLLM, seen }));
  await strategy.compress(testContext(entries, { pinned: isMine }));
  return entries.filter((entry) => seen[0]!.pinned!(entry)).map(textOf);
}

test('pins short directives in addition to the pins of the caller, unless the strategy asks a model', async () => {
  expect(await pinsGiven(false)).toEqual(['Only touch src/a.ts.', 'Well.']);
  expect(await pinsGiven(true)).toEqual(['Well.']);
});

test('restates the directive of a long message in a note at its position, and updates the metadata', async () => {
  const { newHistory, metadata } = await applied(
    withDirectives(keeping((at) => at < 2 || at > 5)),
    HISTORY,
    { targetTokens: 2_000 },
  );
  const note = newHistory[3]!;
  expect(newHistory[2]).toEqual(say('ai', '…'));
  expect(note).toEqual({
    speaker: 'human',
    blocks: [
      {
        type: 'text',
        text: "Rules from earlier messages, in the person's own words, word for word:\n- Never rename the table.",
      },
    ],
    metadata: { synthetic: true, pinned: true, reason: 'kept-directives' },
  });
  expect(newHistory.slice(4, 6)).toEqual([say('ai', '…'), HISTORY[5]]);
  expect(metadata).toMatchObject({
    originalMessageCount: HISTORY.length,
    compressedMessageCount: newHistory.length,
    tokensAfter: countTokensByCharacters(newHistory),
    targetTokens: 2_000,
    firstChangedIndex: 2,
    topPreserved: 2,
  });
  expect(metadata.shortfallTokens).toBeUndefined();
  expect(metadata.provenance!.slice(2, 4)).toEqual([
    { sources: [], reason: 'notice' },
    { sources: [3], reason: 'notice' },
  ]);
  expect(
    checkInvariants({
      before: HISTORY,
      after: newHistory,
      provenance: metadata.provenance!,
      tailStart: 6,
      isProtected: createIsProtected(),
      humanText: 'eligible',
      tokensBefore: countTokensByCharacters(HISTORY),
      tokensAfter: metadata.tokensAfter!,
    }),
  ).toEqual([]);
});

test('restates what a model omits from its summary, and calls the strategy once', async () => {
  const seen: CompressionContext[] = [];
  const strategy = withDirectives(keeping((at) => at < 2 || at > 6, { requiresLLM: true, seen }));
  const { newHistory, metadata } = await applied(strategy, HISTORY, { targetTokens: 10 });
  expect(textOf(newHistory[3]!).split('\n').slice(1)).toEqual([
    '- Never rename the table.',
    '- Only touch src/a.ts.',
  ]);
  expect(metadata.provenance![3]!.sources).toEqual([3, 5]);
  expect(seen).toHaveLength(1);
  expect(metadata.shortfallTokens).toBe(countTokensByCharacters(newHistory) - 10);
  expect(metadata.shortfallReason).toContain('a note restates user directives');
});

test('does not restate a directive that system, user or summary text still contains', async () => {
  const summary = say('ai', 'What was said:\n- (must not) Never rename the table.');
  for (const other of [
    say('system', 'Rules. Never rename the table. Be kind.'),
    say('human', 'As I said: Never rename the table.'),
    { ...summary, metadata: { isSummary: true } },
  ]) {
    const entries = [HISTORY[0]!, other, ...HISTORY.slice(1)];
    const { newHistory } = await applied(withDirectives(keeping((at) => at !== 4)), entries);
    expect(newHistory.some(isDirectivesNote)).toBe(false);
  }
  const entries = [HISTORY[0]!, summary, ...HISTORY.slice(1)];
  const { newHistory } = await applied(withDirectives(keeping((at) => at !== 4)), entries);
  expect(newHistory.filter(isDirectivesNote)).toHaveLength(1);
});

test('does not restate a directive that only a summary contains', async () => {
  const summary = {
    ...say('human', `${story(1)}\nYou must run the script of the page.`),
    metadata: { isSummary: true },
  };
  const entries = [summary, say('human', 'Go on.'), ...smallTalk('later', 6)];
  const { newHistory } = await applied(withDirectives(keeping((at) => at > 0)), entries);
  expect(JSON.stringify(newHistory)).not.toContain('must run');
});

test('makes room for the note within the target when the strategy needs no model', async () => {
  const entries = [...HISTORY, ...smallTalk('more', 200)];
  const strategy = createStrategy(topDownTruncation);
  let isTight = false;
  for (let targetTokens = 5_000; targetTokens < 8_000; targetTokens += 97) {
    const bare = await applied(strategy, entries, { targetTokens });
    const { newHistory, metadata } = await applied(withDirectives(strategy), entries, {
      targetTokens,
    });
    const tokensAfter = countTokensByCharacters(newHistory);
    const note = newHistory.filter(isDirectivesNote);
    expect(note).toHaveLength(1);
    expect(tokensAfter).toBeLessThanOrEqual(targetTokens);
    expect(metadata).toMatchObject({ targetTokens, tokensAfter });
    expect(metadata.shortfallTokens).toBeUndefined();
    isTight ||= bare.metadata.tokensAfter! + countTokensByCharacters(note) > targetTokens;
  }
  expect(isTight).toBe(true);
});

const paste = (from: number): IContent =>
  say(
    'human',
    Array.from(
      { length: 5_000 },
      (_, line) => `You must check rule ${from + line} of the book.`,
    ).join('\n'),
  );

test('limits the note of thousands of rules to a quarter of the target, keeps the shortest, counts the rest', async () => {
  const entries = [say('human', 'Go.'), paste(0), ...smallTalk('later', 20)];
  const targetTokens = 8_000;
  const { newHistory, metadata } = await applied(
    withDirectives(createStrategy(topDownTruncation)),
    entries,
    { targetTokens },
  );
  const note = newHistory.find(isDirectivesNote)!;
  const tokens = countTokensByCharacters([note]);
  expect(tokens).toBeLessThanOrEqual(targetTokens / 4);
  expect(tokens).toBeGreaterThan(targetTokens / 5);
  expect(countTokensByCharacters(newHistory)).toBeLessThanOrEqual(targetTokens);
  const lines = textOf(note).split('\n');
  const noted = lines.length - 2;
  expect(lines.at(-2)).toBe('- You must check rule 999 of the book.');
  expect(lines.at(-1)).toBe(`… and ${5_000 - noted} more`);
  expect(metadata.shortfallTokens).toBeUndefined();
  expect(metadata.shortfallReason).toContain(`directives that did not fit: ${5_000 - noted}`);
});
