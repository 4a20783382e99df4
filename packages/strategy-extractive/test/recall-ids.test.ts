import { createStrategy } from '@palimpsest/engine';
import { findRecallId, type IContent } from '@palimpsest/core-types';
import { history, testContext } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { responsesOf } from '../src/history/responses.ts';
import { extractive } from '../src/index.ts';

const originalId = (_entry: IContent, block: number): string => `0000000${block}`;

async function compressed(
  entries: readonly IContent[],
  targetTokens: number,
): Promise<readonly IContent[]> {
  const context = testContext(entries, { targetTokens });
  const result = await createStrategy(extractive).compress({ ...context, originalId });
  return result.kind === 'applied' ? result.newHistory : entries;
}

function session(): IContent[] {
  const build = history().human('Read the files.');
  for (let file = 0; file < 8; file += 1) {
    const lines = Array.from({ length: 40 }, (_, at) => `const berth${file}_${at} = gate(${at});`);
    build.call('read_file', { path: `src/${file}.ts` }).result(lines.join('\n'));
  }
  return build.human('And now?').ai('Done.').human('Go on.').build();
}

test('each reduced result has a recall id, and results that stay whole have none', async () => {
  const before = session();
  const whole = new Set(before.flatMap(responsesOf));
  const after = (await compressed(before, 900)).flatMap(responsesOf);
  const reduced = after.filter((block) => !whole.has(block));
  expect(reduced.length).toBeGreaterThan(2);
  for (const { result } of reduced) expect(findRecallId(result)).toBe('00000000');
});

test('a further compression keeps one id for each result, and no text of an id', async () => {
  let entries: readonly IContent[] = session();
  for (const target of [900, 600, 400]) entries = await compressed(entries, target);
  for (const { result } of entries.flatMap(responsesOf)) {
    expect(String(result).match(/#0000000\d/g) ?? []).toHaveLength(1);
    expect(String(result).match(/\[truncated/g)?.length ?? 0).toBeLessThan(2);
  }
});
