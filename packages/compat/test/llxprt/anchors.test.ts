import type { CompressionResult, IContent } from '@palimpsest/core-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  applyCompressionWithAnchor,
  CompressionStrategyError,
  MiddleOutStrategy,
  resolveHeadAnchorSeq,
} from '../../src/llxprt.ts';
import { applied, hostContext, hostModel, recorded, say, turns } from './host.ts';

function numbered(seqs: readonly number[]): IContent[] {
  return seqs.map((seq) => ({ ...say('ai', `entry ${seq}`), metadata: { chronology: { seq } } }));
}

function outcome(newHistory: IContent[], topPreserved?: number): CompressionResult {
  const metadata = {
    originalMessageCount: 99,
    compressedMessageCount: newHistory.length,
    strategyUsed: 'middle-out',
    llmCallMade: true,
    ...(topPreserved === undefined ? {} : { topPreserved }),
  };
  return { kind: 'applied', newHistory, metadata };
}

test('the anchor is the sequence number of the last head entry, whatever the order of numbers', () => {
  const entries = numbered([4, 9, 2, 7]);
  expect(resolveHeadAnchorSeq(entries, 1)).toBe(4);
  expect(resolveHeadAnchorSeq(entries, 3)).toBe(2);
  expect(resolveHeadAnchorSeq(entries, 4)).toBe(7);
  expect(resolveHeadAnchorSeq(entries, 0)).toBeUndefined();
  expect(resolveHeadAnchorSeq(entries, undefined)).toBeUndefined();
});

test.each([5, 1.5, Number.NaN])('rejects a head of %d entries out of 4', (topPreserved) => {
  const entries = numbered([1, 2, 3, 4]);
  expect(() => resolveHeadAnchorSeq(entries, topPreserved)).toThrow(CompressionStrategyError);
  expect(() => resolveHeadAnchorSeq(entries, topPreserved)).toThrow(/up to 4/);
});

test.each([undefined, 0, 1.5, -1])('rejects a last head entry with sequence number %s', (seq) => {
  const metadata = seq === undefined ? {} : { chronology: { seq } };
  const entries = [{ ...say('ai', 'a'), metadata }];
  expect(() => resolveHeadAnchorSeq(entries, 1)).toThrow(/chronology\.seq of entry 0/);
  expect(() => applyCompressionWithAnchor([], outcome(entries, 1), 7)).toThrow(
    expect.objectContaining({ code: 'INVALID_CACHE_ANCHOR' }),
  );
});

test('a no-op changes neither the history nor the anchor', () => {
  const before = numbered([1, 2, 3]);
  const { metadata } = outcome([]);
  const noop: CompressionResult = { kind: 'noop', reason: 'no-gain', metadata };
  const after = applyCompressionWithAnchor(before, noop, 2);
  expect(after).toEqual({ history: before, anchorSeq: 2 });
  expect(after.history).toBe(before);
});

test('resets the anchor without a preserved head, and sets it to the last head entry otherwise', () => {
  const entries = numbered([1, 2, 8, 9]);
  expect(applyCompressionWithAnchor([], outcome(entries), 2).anchorSeq).toBe(0);
  expect(applyCompressionWithAnchor([], outcome(entries, 0), 2).anchorSeq).toBe(0);
  expect(applyCompressionWithAnchor([], outcome(entries, 2)).anchorSeq).toBe(2);
  expect(applyCompressionWithAnchor([], outcome(entries, 3), 2).anchorSeq).toBe(8);
  expect(applyCompressionWithAnchor([], outcome(entries, 3), 2).history).toBe(entries);
});

test('the anchor never moves back while its entry exists, and else becomes the last head entry', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 20 }),
      fc.nat(19),
      fc.integer({ min: 0, max: 99 }),
      (seqs, head, anchor) => {
        const top = Math.min(head + 1, seqs.length);
        const next = applyCompressionWithAnchor([], outcome(numbered(seqs), top), anchor).anchorSeq;
        expect(seqs.indexOf(next)).toBe(Math.max(top - 1, seqs.indexOf(anchor)));
      },
    ),
  );
});

/** The parts of each entry that a provider cache compares: only what is sent. */
const sent = (entries: readonly IContent[]): string[] =>
  entries.map(({ speaker, blocks }) => JSON.stringify({ speaker, blocks }));

test('over ten compressions, middle-out keeps the head byte for byte and the anchor at its end', async () => {
  const counter = { seq: 0 };
  const { resolved } = hostModel();
  let entries = recorded(turns(40), counter);
  let anchor = 0;
  let head: string[] = [];
  for (let round = 0; round < 10; round += 1) {
    const context = hostContext(entries, {
      preserve: 0.4,
      anchor,
      resolveProvider: () => resolved,
    });
    const result = applied(await new MiddleOutStrategy().compress(context));
    const next = applyCompressionWithAnchor(entries, result, anchor);
    expect(result.newHistory.length).toBeLessThan(entries.length);
    expect(sent(next.history).slice(0, head.length)).toEqual(head);
    head = sent(next.history).slice(0, result.metadata.topPreserved);
    expect(head.length).toBeGreaterThanOrEqual(8);
    expect(next.history[head.length - 1]!.metadata?.chronology?.seq).toBe(next.anchorSeq);
    anchor = next.anchorSeq;
    entries = recorded([...next.history, ...turns(12, 40 + round * 12)], counter);
  }
  expect(anchor).toBe(8);
});
