import { createStrategy } from '@palimpsest/engine';
import type { IContent } from '@palimpsest/core-types';
import { isRecordEntry, repairHistory } from '@palimpsest/engine/history';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explain } from '../src/explain.ts';
import { salience } from '../src/index.ts';
import { contextOf, wordsOf } from './compressed.ts';
import { linesOf } from './lines-of.ts';
import { SHAPES, workSession } from './work-session.ts';

const session = fc
  .record({
    shape: fc.constantFrom(...SHAPES),
    turns: fc.integer({ min: 3, max: 12 }),
    seed: fc.nat(9_999),
  })
  .map(workSession);

test('explains exactly the text that `compress` keeps', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(session, fc.integer({ min: 5, max: 90 }), async (before, percent) => {
      const strategy = createStrategy(salience);
      const context = contextOf(before, { ratio: percent / 100 });
      const explained = await explain(context);
      const result = await strategy.compress(context);
      expect(explained !== undefined).toBe(result.kind === 'applied');
      if (explained === undefined) return;
      const after = result.kind === 'applied' ? result.newHistory : before;
      const { provenance } = result.metadata;
      const outcome = new Map<number, IContent>();
      for (const [at, entry] of after.entries()) {
        const record = provenance?.[at];
        if (record?.reason === 'notice') continue;
        for (const source of record?.sources ?? [at]) outcome.set(source, entry);
      }
      expect(explained.tailStart).toBe(before.length - result.metadata.bottomPreserved!);
      for (const { index, texts } of explained.entries) {
        expect(index).toBeLessThan(explained.tailStart);
        const words = wordsOf(outcome.get(index)!);
        for (const { lines, kept, total, gap: behind } of texts) {
          const gaps = lines.reduce((sum, { gap }) => sum + gap, behind);
          expect(kept + gaps).toBe(total);
          // Of lines in a row, only the first keeps its number.
          for (const { text } of lines) expect(words).toContain(text.replace(/^ *\d+→/, ''));
        }
      }
    }),
    { numRuns: 60 },
  );
});

const before = history()
  .human('Where is gate 7?')
  .call('run_shell_command', { command: 'check --all gates of the harbour, in every hall of it' })
  .result(`Checking the harbour\n${linesOf('check', 50)}\nError: gate 7 is stuck\nExit code: 1`)
  .ai('It is stuck, says checkWorker7.')
  .ai('Done.')
  .build();

test('selected lines have a reason, and lines that are always kept have none', async () => {
  const explained = await explain(contextOf(before, { ratio: 0.5 }));
  const [text] = explained!.entries.find(({ index }) => index === 2)!.texts;
  expect(text!.role).toBe('result');
  expect(text!.total).toBe(53);
  expect(text!.kept).toBe(text!.lines.length);
  const unreasoned = text!.lines.filter(({ reason }) => reason === undefined);
  expect(unreasoned.map((line) => line.text)).toEqual([
    'Checking the harbour',
    'Error: gate 7 is stuck',
    'Exit code: 1',
  ]);
  const reasoned = text!.lines.filter(({ reason }) => reason !== undefined);
  expect(reasoned.length).toBeGreaterThan(10);
  for (const { text: line, reason } of reasoned) {
    expect(line).toContain(reason!.atom?.text ?? '');
    expect(reason!.place).toBeGreaterThanOrEqual(0);
    expect(reason!.messagesAgo).toBeGreaterThan(0);
  }
});

test('explains nothing when nothing would be omitted', async () => {
  const targetTokens = countTokensByCharacters(before);
  expect(await explain(contextOf(before, { targetTokens }))).toBeUndefined();
  const known = { targetTokens: targetTokens - 1, currentTokenCount: targetTokens - 1 };
  expect(await explain(contextOf(before, known))).toBeUndefined();
  const single = history().call('look').result(linesOf('only', 50)).build();
  expect(await explain(contextOf(single, { ratio: 0.5 }))).toBeUndefined();
});

test('explains nothing when omissions would save no tokens or are not allowed', async () => {
  const strategy = createStrategy(salience);
  // For this estimator, a record costs more than all omitted text.
  const context = contextOf(before, {
    targetTokens: 1,
    estimateTokens: (entries) =>
      countTokensByCharacters(entries) + entries.filter(isRecordEntry).length * 10_000,
  });
  expect(await strategy.compress(context)).toMatchObject({ kind: 'noop', reason: 'no-gain' });
  expect(await explain(context)).toBeUndefined();
  const pinned = contextOf(before, { pinned: () => true });
  expect(await strategy.compress(pinned)).toMatchObject({ reason: 'nothing-removable' });
  expect(await explain(pinned)).toBeUndefined();
});

test('an aborted explanation rejects with the abort reason', async () => {
  const signal = AbortSignal.abort(new Error('called off'));
  const explaining = explain(contextOf(before, { ratio: 0.3, signal }));
  await expect(explaining).rejects.toThrow('called off');
});

test('explains a malformed history in its repaired form', async () => {
  const [human, call, response, said, done] = before;
  const broken = [human!, call!, said!, response!, done!];
  const explained = await explain(contextOf(broken, { ratio: 0.5 }));
  const mended = repairHistory(broken).history;
  const results = explained!.entries.filter(({ texts }) =>
    texts.some(({ role }) => role === 'result'),
  );
  for (const { index } of results) expect(mended[index]!.speaker).toBe('tool');
  expect(results.length).toBeGreaterThan(0);
});
