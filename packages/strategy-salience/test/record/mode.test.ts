import type { IContent } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compressed, recordOf } from '../compressed.ts';
import { linesOf } from '../lines-of.ts';

const MODE = 'Entered plan mode.\n\nRemember: do not write or edit any files yet.';

/** An agent that enters the mode for plans and reads; with a plan, it then leaves the mode. */
function planning(plan?: string): IContent[] {
  const built = history().human('Replace the gates.').call('EnterPlanMode', {}).result(MODE);
  const read = (from: number): void => {
    for (let at = from; at < from + 20; at += 1)
      built.call('Read', { file_path: `/src/gate${at}.ts` }).result(linesOf(`gate${at}`, 20));
  };
  read(0);
  if (plan !== undefined) {
    built.call('ExitPlanMode', { plan }).result('The user approved the plan.');
    read(20);
  }
  return built.human('And now?').ai('Done.').build();
}

test('the mode of the agent stays with what its result demands, until another call sets it', async () => {
  for (const ratio of [0.25, 0.1]) {
    const report = recordOf(await compressed(planning(), { ratio }));
    expect(report).toContain(`• Used EnterPlanMode:\n${MODE}`);
  }
  const ended = recordOf(await compressed(planning('Open gate 7 first.'), { ratio: 0.1 }));
  expect(ended).not.toContain('EnterPlanMode');
  expect(ended).toContain('Open gate 7 first.');
});

test('the mode stays named at any target', async () => {
  expect(recordOf(await compressed(planning(), { ratio: 0 }))).toContain('Used EnterPlanMode');
});
