import type { IContent } from '@palimpsest/core-types';
import { createSettings } from '@palimpsest/factory/settings';
import { memorySessions } from '@palimpsest/originals/sessions';
import { middleOut } from '@palimpsest/strategy-middle-out';
import { scriptedProvider } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compressInBackground } from '../../src/background.ts';
import { createSession, plainEntry } from '../../src/session.ts';
import { estimateTokens, exchange, human, registry } from '../orchestrator/session.ts';
import { SUMMARY, WINDOW } from '../orchestrator/summary-window.ts';
import { copyOf, split } from './world.ts';

/** Sends a growing conversation, each request in a new process, until a summary from the background is applied. */
async function converse(id: string, shared: ReturnType<typeof share>): Promise<string[]> {
  const entries: IContent[] = [human('Run every step.')];
  const seen: string[] = [];
  for (let turn = 0; turn < 12 && seen.at(-1) !== 'applied'; turn += 1) {
    entries.push(...exchange(`step${turn}`, 800));
    const { outcome } = await createSession({
      ...shared.options,
      session: { id, store: shared.store },
    }).prepare(split(copyOf(entries)));
    seen.push(outcome.background ?? outcome.kind);
    await shared.background.idle();
    const { outcome: again } = await createSession({
      ...shared.options,
      session: { id, store: shared.store },
    }).prepare(split(copyOf(entries)));
    const [one, other] = [outcome, again].map(({ history, pending }) =>
      JSON.stringify([...history, ...pending].map(plainEntry)),
    );
    expect(other).toBe(one);
  }
  return seen;
}

function share() {
  const provider = scriptedProvider([SUMMARY]);
  const strategies = registry().register(middleOut);
  const runner = { strategies, estimateTokens, resolveProvider: () => provider };
  const background = compressInBackground(runner);
  const settings = createSettings({ overrides: WINDOW, specs: () => strategies.settingSpecs() });
  const options = { ...runner, background, settings };
  return { provider, background, options, store: memorySessions() };
}

test('any process applies what another one started, once', async () => {
  const shared = share();
  const seen = await converse('one', shared);
  expect(seen).toContain('started');
  expect(seen.at(-1)).toBe('applied');
  expect(shared.provider.requests).toHaveLength(1);
});

test('sessions never share a job, even if their conversations are equal', async () => {
  const shared = share();
  await converse('one', shared);
  await converse('two', shared);
  expect(shared.provider.requests).toHaveLength(2);
});
