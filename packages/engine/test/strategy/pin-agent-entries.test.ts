import type { CompressionContext, IContent } from '@palimpsest/core-types';
import { history, testContext } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { pinAgentEntries } from '../../src/run.ts';

/** An agent that writes a plan and reads a file, three times. */
function planned(failed: readonly number[] = []): IContent[] {
  const build = history().human('Mend it.');
  for (let step = 0; step < 3; step += 1) {
    const todos = [{ content: 'Mend it', status: ['pending', 'in_progress', 'completed'][step] }];
    const error = failed.includes(step) ? 'refused' : undefined;
    build.call('TodoWrite', { todos }).result('changed', error);
    build.call('Read', { file_path: 'a.ts' }).result('text');
  }
  return build.build();
}

const estimateTokens = (counted: readonly IContent[]): number => counted.length * 50;

async function pinnedIn(
  entries: readonly IContent[],
  { targetTokens = 1_000, pinned }: Partial<CompressionContext> = {},
): Promise<readonly number[]> {
  const context = await pinAgentEntries(
    testContext(entries, { targetTokens, estimateTokens, ...(pinned && { pinned }) }),
  );
  return [...entries.keys()].filter((at) => context.pinned?.(entries[at]!) === true);
}

test('pins the newest call that writes the plan', async () => {
  expect(await pinnedIn(planned())).toEqual([9]);
});

test('pins the call before it if the newest failed', async () => {
  expect(await pinnedIn(planned([2]))).toEqual([5]);
});

test('pins nothing that takes more than a tenth of the target', async () => {
  expect(await pinnedIn(planned(), { targetTokens: 499 })).toEqual([]);
  expect(await pinnedIn(planned(), { targetTokens: 500 })).toEqual([9]);
});

test('keeps the pins of the caller', async () => {
  const entries = planned();
  expect(await pinnedIn(entries, { pinned: (entry) => entry === entries[0] })).toEqual([0, 9]);
});

test('pins the newest call of each task, newest first, until one does not fit', async () => {
  const build = history().human('Mend it.');
  for (const taskId of ['1', '2', '1', '3']) {
    build.call('TaskUpdate', { taskId, status: 'completed' }).result('changed');
  }
  const entries = build.build();
  expect(await pinnedIn(entries, { targetTokens: 1_500 })).toEqual([3, 5, 7]);
  expect(await pinnedIn(entries, { targetTokens: 1_000 })).toEqual([5, 7]);
});

test('pins all that the model has not answered, if more than the results of its calls follows', async () => {
  const build = history().human('Build it.').call('Bash', { command: 'make' }).result('done');
  expect(await pinnedIn(build.build())).toEqual([]);
  const entries = build.human('<system-reminder>Go on.</system-reminder>').build();
  expect(await pinnedIn(entries)).toEqual([1, 2, 3]);
  expect(await pinnedIn([...entries, ...history().ai('Built.').build()])).toEqual([]);
  const marked = [...entries.slice(0, 3), ...history().ai('…').human('Go on.').build()];
  expect(await pinnedIn(marked)).toEqual([1, 2, 4]);
  const reminded = history().system('Stay in /work.').build();
  expect(await pinnedIn([...entries.slice(0, 3), ...reminded])).toEqual([1, 2]);
  expect(await pinnedIn([...entries, ...reminded])).toEqual([1, 2, 3]);
});

test('pins the last entry of the model if it has reasoning and calls', async () => {
  const entries = history().human('Build it.').call('Bash', { command: 'make' }).result('done');
  const [, call] = entries.build();
  const reasoning = { type: 'thinking', thought: 'Run it first.' } as const;
  const thinking: IContent = { ...call!, blocks: [reasoning, ...call!.blocks] };
  const loop = entries.build().map((entry) => (entry === call ? thinking : entry));
  expect(await pinnedIn(loop)).toEqual([1]);
  expect(await pinnedIn([...loop, ...history().ai('Built.').build()])).toEqual([]);
});
