import { openai } from '@palimpsest/formats/openai';
import { repairHistory } from '@palimpsest/history';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import { describe, expect, test } from 'vitest';
import { hasCorpus } from '../src/corpus.ts';
import { measureFullPasses } from '../src/salience-speed/full-pass.ts';
import { hostileLines, proseOf } from '../src/speed/hostile/hostile-lines.ts';
import { measureHostileLines } from '../src/salience-speed/hostile-lines-speed.ts';
import { joinedSessions } from '../src/salience-speed/recorded.ts';
import { quarterOf, runSalience } from '../src/salience-speed/run-salience.ts';
import { measureTurns } from '../src/salience-speed/turns.ts';
import { makeTranscript } from '../src/transcript.ts';

test('a run reaches its target and reports every estimated entry to the watch', async () => {
  const history = openai.decode(JSON.parse(makeTranscript(60, 1)) as never[]);
  const targetTokens = quarterOf(history);
  let seen = 0;
  const run = await runSalience(history, { targetTokens, watch: () => (seen += 1) });
  expect(run.tokensBefore).toBe(estimateEntryTokens(history));
  expect(run.tokensAfter).toBe(estimateEntryTokens(run.after));
  expect(run.tokensAfter).toBeLessThanOrEqual(targetTokens);
  expect(seen).toBeGreaterThan(history.length);
});

test('a full pass compresses every text', async () => {
  const texts = [makeTranscript(40, 1), makeTranscript(40, 2)];
  const [row, other] = await measureFullPasses([
    { what: 'two', texts },
    { what: 'one', texts: texts.slice(1) },
  ]);
  expect(other).toMatchObject({ what: 'one', histories: 1 });
  expect(row).toMatchObject({
    what: 'two',
    histories: 2,
    megabytes: (texts[0]!.length + texts[1]!.length) / 2e6,
  });
  expect(row!.filled).toBeGreaterThan(0.9);
  expect(row!.filled).toBeLessThanOrEqual(1);
});

test('measures turns on a history of the requested size', async () => {
  const { messages, megabytes } = await measureTurns(101);
  expect(messages).toBe(101);
  expect(megabytes).toBe(makeTranscript(101, 1).length / 1e6);
});

describe('hostile lines', () => {
  const texts = Object.entries({ prose: proseOf(6_000), ...hostileLines(6_000) });

  test.each(texts)('%s has the requested length', (_name, { length }) => {
    expect(length).toBeGreaterThan(5_950);
    expect(length).toBeLessThan(6_010);
  });

  test('are all different, and on one line unless they are meant to be many', () => {
    expect(new Set(texts.map(([, text]) => text)).size).toBe(texts.length);
    const many = texts.filter(([, text]) => text.includes('\n')).map(([name]) => name);
    expect(many).toEqual(['prose', 'lines of …1', 'lines of one letter']);
    for (const name of ['JSON string with escapes', 'deep JSON', 'deep JSON objects']) {
      expect(() => JSON.parse(Object.fromEntries(texts)[name]!) as unknown).not.toThrow();
    }
  });

  test('are measured relative to prose, and each reaches its target', async () => {
    const rows = await measureHostileLines(6_000);
    expect(rows.map(({ text }) => text)).toEqual([
      'ordinary prose',
      ...texts.slice(1).map(([name]) => name),
    ]);
    expect(rows[0]!.toProse).toBe(1);
    expect(rows.filter(({ filled }) => filled > 1)).toEqual([]);
  });
});

test.skipIf(!hasCorpus)('recorded sessions are joined into one valid history', () => {
  const text = joinedSessions(300_000);
  expect(text.length).toBeGreaterThan(300_000);
  const messages = JSON.parse(text) as { readonly role: string }[];
  expect(messages.filter(({ role }) => role === 'system').length).toBeLessThanOrEqual(1);
  expect(repairHistory(openai.decode(messages as never[])).repairs).toEqual([]);
});
