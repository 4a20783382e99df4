import { MemorySession, type AgentInputItem, type Session } from '@openai/agents';
import { expect, test } from 'vitest';
import { openaiAgentsAdapter } from '../src/index.ts';
import {
  agentOf,
  inputsOf,
  pairProblems,
  printed,
  resultsIn,
  runner,
  shownIds,
  sizeOf,
  SMALL,
  working,
} from './agent.ts';

test('the next run reads reduced items, and the wrapped session keeps everything', async () => {
  const adapter = openaiAgentsAdapter(SMALL);
  const wrapped = new MemorySession();
  const session = adapter.session(wrapped);
  const first = working(10);
  await runner().run(agentOf(first, adapter), 'Go.', { session, maxTurns: 30 });
  const second = working(1, 'b');
  await runner().run(agentOf(second, adapter), 'And now?', { session, maxTurns: 30 });
  expect(sizeOf(inputsOf(first).at(-1))).toBeGreaterThan(24_000);
  for (const items of inputsOf(second)) {
    expect(sizeOf(items)).toBeLessThan(24_000);
    expect(pairProblems(items)).toEqual([]);
  }
  expect(resultsIn(inputsOf(second).at(-1)!).get('recall_b')).toMatch(/^\[[\da-f]{8}: /);
  const kept = await wrapped.getItems();
  expect(resultsIn(kept).get('call_a_1')).toBe(printed(1));
  expect(shownIds(kept.filter((item) => resultsIn([item]).has('call_a_2')))).toEqual([]);
  expect(kept).toHaveLength(24 + 6);
  expect(await session.getItems(29)).toEqual(kept.slice(1));
});

test('passes limited reads and all changes on to the wrapped session', async () => {
  const wrapped = new MemorySession();
  const session = openaiAgentsAdapter(SMALL).session(wrapped);
  const items = Array.from({ length: 4 }, (_, at): AgentInputItem => ({
    role: 'user',
    content: `${at}`,
  }));
  await session.addItems(items);
  expect(await session.getItems(2)).toEqual(await wrapped.getItems(2));
  expect(await session.getSessionId()).toBe(await wrapped.getSessionId());
  expect(await session.popItem()).toEqual(items[3]);
  expect(await wrapped.getItems()).toEqual(items.slice(0, 3));
  await session.clearSession();
  expect(await wrapped.getItems()).toEqual([]);
});

test('returns a session that its provider compacts unchanged', () => {
  const { session } = openaiAgentsAdapter();
  const compacting = Object.assign(new MemorySession(), { runCompaction: () => null });
  expect(session(compacting)).toBe(compacting);
});

test('passes the optional members of a session on to the wrapped session', async () => {
  const calls: unknown[] = [];
  const more = {
    acceptsRunContext: true,
    preserveReasoningItemIdsForPersistence: () => true,
    applyHistoryTransaction: (given: unknown) => void calls.push(given),
  };
  const session: Session & Partial<typeof more> = openaiAgentsAdapter().session(
    Object.assign(new MemorySession(), more),
  );
  expect(session.acceptsRunContext).toBe(true);
  expect(session.preserveReasoningItemIdsForPersistence?.()).toBe(true);
  session.applyHistoryTransaction?.('now');
  expect(calls).toEqual(['now']);
  expect(session).not.toHaveProperty('prepareHistoryItemForModelInput');
});
