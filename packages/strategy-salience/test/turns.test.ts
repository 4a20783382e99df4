import type { IContent } from '@palimpsest/core-types';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compress, compressed, reloaded } from './compressed.ts';
import { linesOf } from './lines-of.ts';

/** Returns the roles as chat templates assign them: tool results belong to the user. */
const rolesOf = (entries: readonly IContent[]): string =>
  entries.map(({ speaker }) => (speaker === 'ai' ? 'assistant' : 'user')).join(' ');

const TAKING_TURNS = /^user(?: assistant user)*(?: assistant)?$/;

/** Turns in which the user asks, the model calls tools and replies, and both exchange short remarks. */
function session(turns: number): IContent[] {
  const built = history();
  for (let turn = 0; turn < turns; turn += 1) {
    built
      .human(`Where is gate_${turn}?\n${linesOf(`paste${turn}`, turn % 3 === 0 ? 40 : 1)}`)
      .call('look', { at: `hall_${turn}` }, { id: `look-${turn}`, thought: `Perhaps ${turn}?` })
      .result(linesOf(`hall${turn}`, 30))
      .call('read_file', { file_path: `gates/${turn}.ts` }, { id: `read-${turn}` })
      .result({ rows: Array.from({ length: 20 }, (_, at) => ({ id: `row_${turn}_${at}`, at })) })
      .ai(linesOf(`answer${turn}`, 8));
    for (let at = 0; at < turn % 4; at += 1) built.human('Right.').ai('Yes, I think so.');
  }
  return built.build();
}

const SHARES = [0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.8];

test.each([undefined, 0.2])(
  'user and assistant alternate before and after compression, and the user is first: tail %s',
  async (preserveThreshold) => {
    const before = session(12);
    expect(rolesOf(before)).toMatch(TAKING_TURNS);
    for (const ratio of SHARES) {
      const result = await compress(before, { ratio, preserveThreshold });
      expect(result.kind).toBe('applied');
      const after = result.kind === 'applied' ? result.newHistory : [];
      expect(rolesOf(after)).toMatch(TAKING_TURNS);
      expect(countTokensByCharacters(after)).toBeLessThan(countTokensByCharacters(before));
    }
  },
);

test('user and assistant alternate after many compressions of a growing session', async () => {
  const whole = session(24);
  let now: readonly IContent[] = [];
  for (let at = 0; at < whole.length; at += 10) {
    const longer = [...reloaded(now), ...whole.slice(at, at + 10)];
    now = await compressed(longer, { targetTokens: 900 });
    expect(rolesOf(now)).toMatch(TAKING_TURNS);
  }
  expect(now.length).toBeLessThan(whole.length);
});
