import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compress, compressed, reloaded, summarized, textsOf } from './compressed.ts';

const text = (at: number): string =>
  `Module ${at} was read by reader ${at % 7}, and it looks fine to reader ${at % 5}. `.repeat(6);

function talk(turns: number): IContent[] {
  const built = history();
  for (let turn = 0; turn < turns; turn += 1) {
    built
      .human(text(turn))
      .call('read_file', { file_path: `${turn}.ts` })
      .result(text(-turn));
    built.ai(text(1_000 + turn));
  }
  return built.build();
}

/** Short messages, eight for each turn. */
function chat(turns: number): IContent[] {
  const built = history();
  for (let turn = 0; turn < turns * 4; turn += 1) built.human(`Is it ${turn}?`).ai(`Yes, ${turn}.`);
  return built.build();
}

/** Many parallel calls with all results in one entry, as some providers send them. */
function crowd(size: number, result = text): IContent[] {
  const calls = Array.from({ length: size }, (_, at): ContentBlock => {
    return {
      type: 'tool_call',
      id: `${at}`,
      name: 'read_file',
      parameters: { file_path: `${at}` },
    };
  });
  const responses = Array.from({ length: size }, (_, at): ContentBlock => {
    return { type: 'tool_response', callId: `${at}`, toolName: 'read_file', result: result(at) };
  });
  return [
    { speaker: 'ai', blocks: calls },
    { speaker: 'tool', blocks: responses },
    ...history().human('One?').ai('One.').human('Two?').ai('Two.').build(),
  ];
}

/** Returns the tokens passed to the estimator, per token of the history. */
async function counted(before: readonly IContent[]): Promise<number> {
  let sum = 0;
  const estimateTokens = (entries: readonly IContent[]): number => {
    const tokens = countTokensByCharacters(entries);
    sum += tokens;
    return tokens;
  };
  const result = await compress(before, { estimateTokens });
  expect(result.kind).toBe('applied');
  return sum / countTokensByCharacters(before);
}

test.each([
  ['turns of a talk', talk],
  ['short turns', chat],
])('token estimates grow linearly with the number of %s', { timeout: 300_000 }, async (_, make) => {
  const small = await counted(make(50));
  const large = await counted(make(400));
  expect(small).toBeLessThan(12);
  expect(large).toBeLessThan(12);
});

test('replaces only as many of a few results as needed, the longest first', async () => {
  const before = crowd(3, (at) => `const answer${at} = ${at};\n`.repeat(40 + at));
  const after = await compressed(before, { targetTokens: countTokensByCharacters(before) - 20 });
  const [first, second, third] = textsOf(after[1]!);
  expect([first, second]).toEqual(textsOf(before[1]!).slice(0, 2));
  expect(third).toBe('[read_file 2: success, 42 lines]');
});

test('of many results in one entry, replaces duplicates, and later copy and references', async () => {
  const before = crowd(40, (at) => text(at % 2));
  const half = Math.floor(countTokensByCharacters(before) / 2);
  const referred = textsOf((await compressed(before, { targetTokens: half }))[1]!);
  const count = referred.findIndex((each) => !each.startsWith('[dup'));
  expect(referred.slice(0, count)).toEqual(
    Array.from(
      { length: count },
      (_, at) => `[dup of read_file ${38 + (at % 2)} below — ${text(at % 2).length} chars]`,
    ),
  );
  expect(count).toBeGreaterThan(10);
  expect(referred.slice(count)).toEqual(textsOf(before[1]!).slice(count));
  const cut = textsOf((await compressed(before))[1]!);
  expect(cut.some((each) => each.startsWith('[dup'))).toBe(false);
  expect((await compress(reloaded(await compressed(before)))).kind).toBe('noop');
});

test('does not merge messages across a call', async () => {
  const before = [
    ...history()
      .human('Go.')
      .ai(text(1))
      .ai(text(2))
      .call('look')
      .result('ok')
      .human(text(3))
      .human(text(4))
      .build(),
    ...history().human('One?').ai('One.').human('Two?').ai('Two.').build(),
  ];
  const after = await summarized(before);
  const speakers = ['human', 'ai', 'ai', 'tool', 'human'];
  expect(after.slice(0, 5).map(({ speaker }) => speaker)).toEqual(speakers);
  expect(textsOf(after[1]!)[0]).toMatch(/^\[summary: .+ \(2 messages merged\)/);
});
