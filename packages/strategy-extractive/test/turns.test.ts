import type { IContent } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compressed } from './compressed.ts';

/** Returns the roles as chat templates assign them: tool results belong to the user. */
const rolesOf = (entries: readonly IContent[]): string =>
  entries.map(({ speaker }) => (speaker === 'ai' ? 'assistant' : 'user')).join(' ');

const TAKING_TURNS = /^user(?: assistant user)*(?: assistant)?$/;

/** Turns in which the user asks, the model calls a tool and replies, and both exchange short remarks. */
function session(turns: number): IContent[] {
  const built = history();
  for (let turn = 0; turn < turns; turn += 1) {
    built
      .human(`We asked for the workerPool of service ${turn}. `.repeat(8))
      .call('look', { at: turn }, { id: `look-${turn}`, thought: `Perhaps ${turn}?` })
      .result('const answer = 42;\n'.repeat(30))
      .ai(`The poolSize of service ${turn} was set to ${turn} connections. `.repeat(8));
    for (let at = 0; at < turn % 4; at += 1) built.human(`Is it ${at}?`).ai(`Yes, ${at}.`);
  }
  return built.build();
}

test('user and assistant alternate after many compressions of a growing session, with fewer messages', async () => {
  const whole = session(24);
  let now: readonly IContent[] = [];
  for (let at = 0; at < whole.length; at += 10) {
    now = await compressed([...now, ...whole.slice(at, at + 10)], { targetTokens: 900 });
    expect(rolesOf(now)).toMatch(TAKING_TURNS);
  }
  expect(now.length).toBeLessThan(whole.length);
});
