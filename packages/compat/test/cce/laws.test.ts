import { parseDuplicateMarker } from '@palimpsest/core-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  compress,
  defaultTokenCounter,
  type CceOriginal,
  type CompressResult,
  type Message,
  type SyncCompressOptions,
} from '../../src/cce.ts';
import { contentLength, idText, textOf } from '../../src/cce/message.ts';
import { conversations, options } from './conversations.ts';

interface Call {
  readonly input: Message[];
  readonly chosen: SyncCompressOptions;
  readonly result: CompressResult;
}

/** Calls with arbitrary conversations and options. */
const calls: fc.Arbitrary<Call> = fc
  .tuple(conversations, options)
  .map(([input, chosen]) => ({ input, chosen, result: compress(input, chosen) }));

/** Calls in which some options are fixed. */
const callsWith = (fixed: SyncCompressOptions): fc.Arbitrary<Call> =>
  fc.tuple(conversations, options).map(([input, more]) => {
    const chosen = { ...more, ...fixed };
    return { input, chosen, result: compress(input, chosen) };
  });

const provenanceOf = ({ metadata }: Message) => metadata!['_cce_original'] as CceOriginal;

/** Returns the generated messages of a result, with their originals. */
function madeIn({ input, result: { messages, verbatim } }: Call) {
  const given = new Set(input);
  return messages
    .filter((message) => !given.has(message))
    .map((message) => {
      const sources = provenanceOf(message).ids.map((key) => verbatim[key]!);
      return { message, content: message.content!, sources };
    });
}

const lengthOf = (list: Message[]) => list.reduce((sum, one) => sum + contentLength(one), 0);
const tokensOf = (list: Message[]) => list.reduce((sum, one) => sum + defaultTokenCounter(one), 0);

test('the statistics match the result', () => {
  fc.assert(
    fc.property(calls, ({ input, chosen, result }) => {
      const { messages, compression, verbatim } = result;
      const isChanged = Object.keys(verbatim).length > 0;
      const ratio = (before: number, after: number) =>
        isChanged && after > 0 ? before / after : 1;
      expect(compression.original_version).toBe(chosen.sourceVersion ?? 0);
      expect(compression.ratio).toBe(ratio(lengthOf(input), lengthOf(messages)));
      expect(compression.token_ratio).toBe(ratio(tokensOf(input), tokensOf(messages)));
      const { messages_deduped: deduped = 0, messages_fuzzy_deduped: fuzzy = 0 } = compression;
      const { messages_compressed: compressed, messages_preserved: preserved } = compression;
      expect(compressed + deduped + fuzzy).toBe(Object.keys(verbatim).length);
      expect(preserved).toBe(input.length - compressed - deduped - fuzzy);
      const given = new Set(input);
      expect(preserved).toBe(messages.filter((message) => given.has(message)).length);
    }),
    { numRuns: 250 },
  );
});

test('reports the token count, the window and whether the result fits the budget', () => {
  const budgets = fc.integer({ min: 0, max: 600 });
  fc.assert(
    fc.property(conversations, options, budgets, (input, more, tokenBudget) => {
      const { fits, messages, recencyWindow, tokenCount } = compress(input, {
        ...more,
        tokenBudget,
      });
      expect(tokenCount).toBe(tokensOf(messages));
      expect(fits).toBe(tokenCount! <= tokenBudget);
      expect(recencyWindow).toBeGreaterThanOrEqual(
        Math.min(input.length, more.minRecencyWindow ?? 0),
      );
      const newest = input.slice(input.length - recencyWindow!);
      expect(messages.slice(messages.length - newest.length)).toEqual(newest);
    }),
    { numRuns: 250 },
  );
});

test('returns newest messages, preserved roles, tool calls and content in parts as the same objects', () => {
  fc.assert(
    fc.property(calls, ({ input, chosen, result: { messages } }) => {
      const {
        preserve = ['system'],
        recencyWindow = 4,
        tokenBudget,
        minRecencyWindow = 0,
      } = chosen;
      const window = tokenBudget === undefined ? recencyWindow : minRecencyWindow;
      const kept = input.filter(({ role, content, tool_calls: toolCalls = [] }, index) => {
        if (index >= input.length - window || toolCalls.length > 0) return true;
        return preserve.includes(String(role)) || typeof content !== 'string';
      });
      const output = new Set(messages);
      expect(kept.filter((message) => !output.has(message))).toEqual([]);
    }),
    { numRuns: 250 },
  );
});

test('every generated message names its originals, and the store holds exactly those', () => {
  fc.assert(
    fc.property(calls, (call) => {
      const made = madeIn(call);
      const keys = made.flatMap(({ message }) => provenanceOf(message).ids);
      expect(keys.toSorted()).toEqual(Object.keys(call.result.verbatim).toSorted());
      for (const { message, sources } of made) {
        const { summary_id: id, version } = provenanceOf(message);
        expect(id).toMatch(/^cce_sum_[0-9a-f]{16}$/);
        expect(version).toBe(call.chosen.sourceVersion ?? 0);
        expect([message.id, message.index]).toEqual([sources[0]!.id, sources[0]!.index]);
      }
    }),
    { numRuns: 250 },
  );
});

test('no generated message is larger than its originals, in characters or tokens', () => {
  fc.assert(
    fc.property(calls, (call) => {
      for (const { message, sources } of madeIn(call)) {
        expect(lengthOf([message])).toBeLessThan(lengthOf(sources));
        expect(tokensOf([message])).toBeLessThanOrEqual(tokensOf(sources));
      }
    }),
    { numRuns: 250 },
  );
});

test('every reference names its text, with a similarity of at least the threshold', () => {
  let references = 0;
  fc.assert(
    fc.property(callsWith({ fuzzyDedup: true }), (call) => {
      const { fuzzyThreshold = 0.85 } = call.chosen;
      for (const { content, sources } of madeIn(call)) {
        const reference = parseDuplicateMarker(content);
        if (reference === undefined) continue;
        references += 1;
        const text = sources[0]!.content!;
        expect(reference.length).toBe(text.length);
        const named = call.result.messages.filter((message) => idText(message) === reference.of);
        expect(named).toHaveLength(1);
        const similarity = lineSimilarity(text, named[0]!.content!);
        const printed = /^\[cce:near-dup of [^]* ~(\d+)% match\]$/.exec(content)?.[1] ?? 100;
        expect(Number(printed)).toBeGreaterThanOrEqual(fuzzyThreshold * 100);
        expect(similarity).toBeGreaterThanOrEqual(fuzzyThreshold);
        expect(reference.isNear || named[0]!.content === text).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
  expect(references).toBeGreaterThan(50);
});

test('equal calls return equal results', () => {
  fc.assert(
    fc.property(calls, ({ input, chosen, result }) => {
      expect(compress(input, chosen)).toEqual(result);
    }),
    { numRuns: 100 },
  );
});

test('a second call with the same options changes nothing', () => {
  fc.assert(
    fc.property(callsWith({ tokenBudget: undefined }), ({ chosen, result: { messages } }) => {
      expect(compress(messages, chosen).messages).toEqual(messages);
    }),
    { numRuns: 250 },
  );
});

test('references of earlier rounds still name their text in later rounds', () => {
  const rounds = fc.array(fc.tuple(conversations, options), { minLength: 2, maxLength: 4 });
  let references = 0;
  fc.assert(
    fc.property(rounds, (steps) => {
      let history: Message[] = [];
      let said = 0;
      for (const [added, chosen] of steps) {
        const numbered = added.map((message) => ({ ...message, id: `m${said++}`, metadata: {} }));
        history = compress([...history, ...numbered], { ...chosen, dedup: true }).messages;
        for (const message of history.filter(({ metadata }) => '_cce_original' in metadata!)) {
          const reference = parseDuplicateMarker(textOf(message));
          if (reference === undefined || reference.isNear) continue;
          references += 1;
          const named = history.filter(({ id }) => id === reference.of);
          expect(named.map(contentLength)).toEqual([reference.length]);
        }
      }
    }),
    { numRuns: 250 },
  );
  expect(references).toBeGreaterThan(50);
});

/** Returns the share of common lines, found by removing equal lines one by one. */
function lineSimilarity(a: string, b: string): number {
  const left = lines(b);
  let shared = 0;
  for (const line of lines(a)) {
    const at = left.indexOf(line);
    if (at < 0) continue;
    left.splice(at, 1);
    shared += 1;
  }
  const either = lines(a).length + left.length;
  return either === 0 ? 1 : shared / either;
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/\s+$/, ''))
    .filter((line) => line !== '');
}
