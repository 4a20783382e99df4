import type { IContent } from '@palimpsest/core-types';
import { countTokensByCharacters, history, testContext } from '@palimpsest/testing';
import { createPalimpsest } from 'palimpsest';
import { expect, test } from 'vitest';

/** A session with results of one short line between long ones. */
function session(): readonly IContent[] {
  const said = history().human('Who calls the old function?');
  for (let at = 0; at < 6; at += 1) {
    said
      .ai(`Reading module ${at}.`)
      .call('read_file', { file_path: `src/module-${at}.ts` })
      .result(`export const value${at} = compute(${at});\n`.repeat(60))
      .call('grep', { pattern: `oldFunction${at}` })
      .result('No matches found');
  }
  return said.ai('Nobody calls it.').human('Then remove it.').build();
}

/** Compresses the session to a fifth. */
async function compressed(name: string): Promise<readonly IContent[]> {
  const strategy = createPalimpsest().registry.resolve(name);
  const before = session();
  const targetTokens = Math.floor(0.2 * countTokensByCharacters(before));
  const context = testContext(before, { targetTokens, estimateTokens: countTokensByCharacters });
  const result = await strategy.compress({ ...context, runtimeContext: { ephemerals: {} } });
  expect(result.kind).toBe('applied');
  return result.kind === 'applied' ? result.newHistory : before;
}

test('salience names a result of one short line with its step', async () => {
  const after = JSON.stringify(await compressed('salience'));
  for (let at = 0; at < 5; at += 1)
    expect(after).toMatch(new RegExp(`oldFunction${at}\`[^:]*: No matches found`));
});

test.each(['extractive', 'high-density'])(
  '%s keeps results of one short line: a line in their place says less',
  async (name) => {
    const after = await compressed(name);
    const results = after.flatMap(({ blocks }) =>
      blocks.flatMap((block) =>
        block.type === 'tool_response' && block.toolName === 'grep' ? [block.result] : [],
      ),
    );
    expect(results.length).toBeGreaterThan(3);
    expect(new Set(results)).toEqual(new Set(['No matches found']));
  },
);
