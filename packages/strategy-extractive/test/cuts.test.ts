import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { personTexts } from '@palimpsest/engine/history';
import { compressed, textsOf } from './compressed.ts';

test('never truncates inside an operator', async () => {
  const source = 'if (left != right && other >= least) total += left === right ? 1 : 2;\n'.repeat(
    20,
  );
  for (let offset = 0; offset < 70; offset += 1) {
    const before = history().human('Go.').call('read_file', { file_path: 'a.ts' });
    const given = `${'x'.repeat(offset)} ${source}`;
    before.result(given).human('One?').ai('One.').human('Two?').ai('Two.');
    const after = await compressed(before.build(), { targetTokens: 250 });
    const [cut] = textsOf(after[2]!);
    const excerpt = /^\[truncated — \d+ chars: ([^]*)\]$/.exec(cut!)![1]!;
    const [last, next] = [excerpt.at(-1)!, given[excerpt.length]!];
    expect(/[!=<>&+]/.test(last) && /[=&]/.test(next), excerpt.slice(-10)).toBe(false);
  }
});

test('never replaces a short user text by a marker, whatever the target is', async () => {
  const task = 'Please make the importer of orders twice as fast, and tell me why.';
  const talk = history().human(task).ai('Right.').call('look').result('ok '.repeat(400));
  const before = talk.human('Hm.').ai('So?').human('Go.').ai('I go.').build();
  for (const targetTokens of [0, 50, 100, 200]) {
    const after = await compressed(before, { targetTokens });
    expect(after[0]).toBe(before[0]);
    expect(after.flatMap(personTexts)).toEqual([task, 'Hm.', 'Go.']);
  }
});
