import type { IContent, TokenEstimator, ToolResponseBlock } from '@palimpsest/core-types';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compress, compressed } from './compressed.ts';

const SIZES = [40, 400, 60, 900, 50, 30, 800, 70];
const line = (lines: number): string => 'const answer = 42;\n'.repeat(lines);

/** Reads of files with these numbers of lines, and a last message that is the tail. */
function reads(sizes: readonly number[] = SIZES): IContent[] {
  const built = history().human('Go.');
  for (const [at, lines] of sizes.entries()) {
    built.call('read_file', { file_path: `src/${at}.ts` }).result(line(lines));
  }
  return built.ai('Done.').build();
}

const options = { preserveThreshold: 0.01 };
const before = reads();
const all = countTokensByCharacters(before);

function results(entries: readonly IContent[]): string[] {
  return entries.flatMap(({ blocks }) =>
    blocks
      .filter((block): block is ToolResponseBlock => block.type === 'tool_response')
      .map(({ result }) => String(result)),
  );
}

const isLine = (text: string): boolean => text.startsWith('[read_file');

/** Approximate tokens to restore a result in place of its summary line. */
const costOf = (at: number): number => results(before)[at]!.length / 4 - 10;

test('restores the newest results, as long as each fits within the explicit target', async () => {
  for (let targetTokens = all - 1; targetTokens > 1_000; targetTokens -= 137) {
    const after = await compressed(before, { ...options, targetTokens });
    let budget = targetTokens - countTokensByCharacters(after);
    expect(budget).toBeGreaterThanOrEqual(0);
    expect(results(after).some(isLine)).toBe(true);
    for (const [at, text] of results(after).entries()) {
      // Oldest first. `budget` is what is left with all older results as lines; a result that is a line must not fit into it.
      const fits = isLine(text) && costOf(at) + 12 <= budget;
      expect(fits).toBe(false);
      if (!isLine(text)) budget += costOf(at);
    }
  }
});

/** The same reads in parallel, with all results in one entry. */
function atOnce(sizes: readonly number[] = SIZES): IContent[] {
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

test('restores the results of one entry individually, like results of many entries', async () => {
  const crowded = atOnce();
  const whole = countTokensByCharacters(crowded);
  for (const share of [0.95, 0.8, 0.6, 0.4, 0.2]) {
    const [together, apart] = await Promise.all(
      [crowded, before].map(async (entries) => {
        const left = whole - countTokensByCharacters(entries);
        const targetTokens = Math.floor(whole * share) - left;
        return results(await compressed(entries, { ...options, targetTokens }));
      }),
    );
    expect(together).toEqual(apart);
    expect(together!.some(isLine)).toBe(true);
    expect(together!.every(isLine)).toBe(false);
  }
});

test('counts the summarized results of one entry', async () => {
  const crowded = atOnce();
  const targetTokens = Math.floor(countTokensByCharacters(crowded) / 2);
  const result = await compress(crowded, { ...options, targetTokens });
  if (result.kind === 'noop') throw new Error(result.reason);
  expect(result.metadata.dropped).toEqual({
    toolResults: results(result.newHistory).filter(isLine).length,
  });
});

test('does not restore single results of an entry with a picture, which may belong to any of them', async () => {
  const image = { type: 'media', mimeType: 'image/png', data: 'AA', encoding: 'base64' } as const;
  const crowded = atOnce().map((entry) =>
    entry.speaker === 'tool' ? { ...entry, blocks: [...entry.blocks, image] } : entry,
  );
  const targetTokens = countTokensByCharacters(crowded) - 20;
  expect(results(await compressed(crowded, { ...options, targetTokens })).every(isLine)).toBe(true);
});

test('summarizes every result if no target is set, however much fits (REQ-HD-008.3)', async () => {
  expect(results(await compressed(before, options)).every(isLine)).toBe(true);
});

test('`dropped` counts the results that are summarized', async () => {
  const result = await compress(before, { ...options, targetTokens: Math.floor(all / 2) });
  if (result.kind === 'noop') throw new Error(result.reason);
  expect(result.metadata.dropped).toEqual({
    toolResults: results(result.newHistory).filter(isLine).length,
  });
});

test('shortens the oldest summaries before it removes anything', async () => {
  const lined = countTokensByCharacters(await compressed(before, options));
  const short = await compress(before, { ...options, targetTokens: lined - 10 });
  if (short.kind === 'noop') throw new Error(short.reason);
  expect(short.metadata.dropped).toEqual({ toolResults: 8 });
  const shortened = results(short.newHistory).filter((text) => text === '[read_file: success]');
  expect(shortened.length).toBeGreaterThan(0);
  expect(results(short.newHistory)).toEqual([
    ...shortened,
    ...results(await compressed(before, options)).slice(shortened.length),
  ]);
  const shortest = await compressed(before, { ...options, targetTokens: lined - 30 });
  expect(shortest).toHaveLength(before.length);
  // Summaries of earlier compressions are shortened too.
  const later = await compressed(short.newHistory, { ...options, targetTokens: lined - 30 });
  expect(results(later)).toEqual(results(shortest));
});

test('does not shorten the summary of a failure, even if its text looks like a success', async () => {
  const said = '[read_file src/a.ts: success, 900 lines]';
  const failed = history()
    .human('Go.')
    .call('read_file', { file_path: 'src/a.ts' })
    .result(said, 'disk full')
    .call('read_file', { file_path: 'src/b.ts' })
    .result('Error: no such file\n'.repeat(40), 'gone')
    .call('read_file', { file_path: 'src/c.ts' })
    .result(line(40))
    .ai('Done.')
    .build();
  const lined = await compressed(failed, options);
  const targetTokens = countTokensByCharacters(lined) - 1;
  const after = await compressed(failed, { ...options, targetTokens });
  expect(results(after)).toEqual([...results(lined).slice(0, 2), '[read_file: success]']);
});

test('summarizes calls with long errors before it removes any of them', async () => {
  const built = history().human('Go.');
  for (let at = 0; at < 20; at += 1) {
    built
      .call('run_shell_command', { command: `npm test ${at}` })
      .result(at % 2 === 0 ? 'ran' : '', `Error ${at}: ${line(300)}`);
  }
  const failed = built.ai('Done.').build();
  const whole = countTokensByCharacters(failed);
  for (const share of [0.9, 0.5, 0.2]) {
    const targetTokens = Math.floor(whole * share);
    const result = await compress(failed, { ...options, targetTokens });
    if (result.kind === 'noop') throw new Error(result.reason);
    expect(result.metadata.shortfallTokens).toBeUndefined();
    expect(result.newHistory).toHaveLength(failed.length);
    expect(Object.keys(result.metadata.dropped ?? {})).toEqual(['toolResults']);
  }
});

test('does not change a failure when its summary would save nothing', async () => {
  const failed = history()
    .human('Go.')
    .call('run_shell_command', { command: 'npm test' })
    .result('ran', 'Error: no')
    .call('run_shell_command', { command: 'npm run lint' })
    .result('ran', 'x'.repeat(510))
    .call('read_file', { file_path: 'src/c.ts' })
    .result(line(40))
    .ai('Done.')
    .build();
  const targetTokens = countTokensByCharacters(failed) - 50;
  const after = await compressed(failed, { ...options, targetTokens });
  // Ten characters less of an error do not pay for a summary line.
  expect(results(after)).toEqual(['ran', 'ran', '[read_file src/c.ts: success, 40 lines]']);
  expect(after[4]).toBe(failed[4]);
});

const ODD: readonly (readonly [string, TokenEstimator])[] = [
  ['a price for every list', (entries) => Math.ceil(countTokensByCharacters(entries) ** 0.9)],
  ['more for a longer list', (entries) => Math.ceil(countTokensByCharacters(entries) ** 1.1)],
  ['entries', (entries) => entries.length * 100],
  ['asynchronous', (entries) => Promise.resolve(countTokensByCharacters(entries))],
];

test.each(ODD)(
  'meets the target or reports the shortfall if the estimator is not additive: %s',
  async (_, estimateTokens) => {
    const whole = await estimateTokens(before);
    for (const share of [0.9, 0.7, 0.5, 0.3]) {
      const targetTokens = Math.floor(whole * share);
      const result = await compress(before, { ...options, estimateTokens, targetTokens });
      const { tokensAfter = whole, shortfallTokens = 0 } = result.metadata;
      expect(tokensAfter - shortfallTokens).toBeLessThanOrEqual(targetTokens);
    }
  },
);

/** Entries passed to the estimator, per entry of a history with `turns` reads. */
async function seen(turns: number): Promise<number> {
  let entries = 0;
  const many = reads(Array.from({ length: turns }, (_, at) => 10 + (at % 7) * 20));
  await compress(many, {
    ...options,
    targetTokens: Math.floor(countTokensByCharacters(many) / 2),
    estimateTokens: (list) => {
      entries += list.length;
      return countTokensByCharacters(list);
    },
  });
  return entries / many.length;
}

test('passes each result to the estimator only a few times, however many are restored', async () => {
  expect(await seen(50)).toBeLessThan(6);
  expect(await seen(800)).toBeLessThan(6);
});

/** Tokens passed to the estimator, per token of a history with all results in one entry. */
async function counted(turns: number): Promise<number> {
  let tokens = 0;
  const many = atOnce(Array.from({ length: turns }, (_, at) => 10 + (at % 7) * 20));
  const whole = countTokensByCharacters(many);
  await compress(many, {
    ...options,
    targetTokens: Math.floor(whole / 2),
    estimateTokens: (list) => {
      tokens += countTokensByCharacters(list);
      return countTokensByCharacters(list);
    },
  });
  return tokens / whole;
}

test('passes each token to the estimator only a few times when all results are in one entry', async () => {
  expect(await counted(50)).toBeLessThan(6);
  expect(await counted(800)).toBeLessThan(6);
});

test('an abort signal stops the restoration of results', async () => {
  const controller = new AbortController();
  let calls = 0;
  const running = compress(before, {
    ...options,
    targetTokens: Math.floor(all / 2),
    signal: controller.signal,
    estimateTokens: (list) => {
      calls += 1;
      if (calls === 4) controller.abort(new Error('that will do'));
      return countTokensByCharacters(list);
    },
  });
  await expect(running).rejects.toThrow('that will do');
});
