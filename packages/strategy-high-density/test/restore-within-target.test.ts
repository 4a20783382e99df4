import type { IContent } from '@palimpsest/core-types';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { applied, compress, compressed, resultsOf } from './compressed.ts';

const SIZES = [40, 400, 60, 900, 50, 30, 800, 70];
const line = (lines: number): string => 'const answer = 42;\n'.repeat(lines);
const options = { preserveThreshold: 0.01 };

/** Reads of files with these numbers of lines, and a last message that is the tail. */
function reads(sizes: readonly number[] = SIZES): IContent[] {
  const built = history().human('Go.');
  for (const [at, lines] of sizes.entries())
    built.call('read_file', { file_path: `src/${at}.ts` }).result(line(lines));
  return built.ai('Done.').build();
}

/** The same reads in parallel, with all results in one entry. */
function runAtOnce(sizes: readonly number[] = SIZES): IContent[] {
  const apart = reads(sizes);
  const blocksOf = (speaker: string): IContent['blocks'] =>
    apart.slice(1, -1).flatMap((entry) => (entry.speaker === speaker ? entry.blocks : []));
  return [
    apart[0]!,
    { speaker: 'ai', blocks: blocksOf('ai') },
    { speaker: 'tool', blocks: blocksOf('tool') },
    apart.at(-1)!,
  ];
}

const before = reads();
const all = countTokensByCharacters(before);
const textsOf = (entries: readonly IContent[]): string[] => resultsOf(entries).map(String);
const isLine = (text: string): boolean => text.startsWith('[read_file');

/** Approximate tokens to restore a result in place of its line. */
const costOf = (at: number): number => textsOf(before)[at]!.length / 4 - 10;

test('with a target, the newest results that fit stay whole, each independently', async () => {
  for (let targetTokens = all - 1; targetTokens > 1_000; targetTokens -= 137) {
    const { newHistory, metadata } = applied(await compress(before, { ...options, targetTokens }));
    const texts = textsOf(newHistory);
    expect(metadata.dropped).toEqual({ toolResults: texts.filter(isLine).length });
    let budget = targetTokens - countTokensByCharacters(newHistory);
    expect(budget).toBeGreaterThanOrEqual(0);
    for (const [at, text] of texts.entries()) {
      // Oldest first. `budget` is what is left with all older results as lines; a result that is a line must not fit into it.
      expect(isLine(text) && costOf(at) + 12 <= budget).toBe(false);
      if (!isLine(text)) budget += costOf(at);
    }
  }
});

test('restores the results of one entry like those of many entries', async () => {
  const crowded = runAtOnce();
  const whole = countTokensByCharacters(crowded);
  for (const share of [0.95, 0.8, 0.6, 0.4, 0.2]) {
    const [together, apart] = await Promise.all(
      [crowded, before].map(async (entries) => {
        const targetTokens = Math.floor(whole * share) - (whole - countTokensByCharacters(entries));
        return textsOf(await compressed(entries, { ...options, targetTokens }));
      }),
    );
    expect(together).toEqual(apart);
    expect(new Set(together!.map(isLine))).toEqual(new Set([true, false]));
  }
});

test('does not restore single results of an entry with a picture, which may belong to any of them', async () => {
  const image = { type: 'media', mimeType: 'image/png', data: 'AA', encoding: 'base64' } as const;
  const crowded = runAtOnce().map((entry) =>
    entry.speaker === 'tool' ? { ...entry, blocks: [...entry.blocks, image] } : entry,
  );
  const targetTokens = countTokensByCharacters(crowded) - 20;
  expect(textsOf(await compressed(crowded, { ...options, targetTokens })).every(isLine)).toBe(true);
});

test('shortens the oldest lines of successful results before it removes anything', async () => {
  const failed = history()
    .call('read_file', { file_path: 'b.ts' })
    .result('Gone\n'.repeat(9), 'gone');
  const given = [...failed.build(), ...before];
  const lines = await compressed(given, options);
  const lined = countTokensByCharacters(lines);
  const short = await compressed(given, { ...options, targetTokens: lined - 10 });
  const shortened = textsOf(short).filter((text) => text === '[read_file: success]');
  expect(shortened.length).toBeGreaterThan(0);
  const [failure, ...others] = textsOf(lines);
  expect(textsOf(short)).toEqual([failure, ...shortened, ...others.slice(shortened.length)]);
  // Lines of earlier compressions are shortened too.
  const targetTokens = lined - 30;
  const later = await compressed(short, { ...options, targetTokens });
  expect(textsOf(later)).toEqual(textsOf(await compressed(given, { ...options, targetTokens })));
  expect(later).toHaveLength(given.length);
});

test('reduces calls with long errors before it removes any of them', async () => {
  const built = history().human('Go.');
  for (let at = 0; at < 20; at += 1)
    built
      .call('run_shell_command', { command: `npm test ${at}` })
      .result('', `E${at}: ${line(300)}`);
  const failed = built.ai('Done.').build();
  for (const share of [0.9, 0.5, 0.2]) {
    const targetTokens = Math.floor(countTokensByCharacters(failed) * share);
    const { newHistory, metadata } = applied(await compress(failed, { ...options, targetTokens }));
    expect(metadata.shortfallTokens).toBeUndefined();
    expect(newHistory).toHaveLength(failed.length);
  }
});

test.each([
  ['in many entries', reads],
  ['in one entry', runAtOnce],
])('the estimator gets each token only a few times, with the results %s', async (_, build) => {
  const many = build(Array.from({ length: 400 }, (_size, at) => 10 + (at % 7) * 20));
  const whole = countTokensByCharacters(many);
  let tokens = 0;
  await compress(many, {
    ...options,
    targetTokens: Math.floor(whole / 2),
    estimateTokens: (list) => {
      const count = countTokensByCharacters(list);
      tokens += count;
      return count;
    },
  });
  expect(tokens / whole).toBeLessThan(6);
});
