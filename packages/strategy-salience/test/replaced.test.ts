import { REPLACED_STATEMENT } from '@palimpsest/engine/history';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compressed } from './compressed.ts';

const OLD = 'The release deadline is 2027-03-01.';
const NEW = 'The release deadline is 2027-04-15.';
const MARK = `${REPLACED_STATEMENT}${OLD}`;

function chat() {
  const built = history().human('Keep me company.').ai('Yes.').human(OLD).ai('I see.');
  for (let turn = 0; turn < 20; turn += 1) {
    built.human(`On walk ${turn} we saw the river and some of the birds.`);
    built.ai(`That was in all ${turn} of the books that I have about this river. `.repeat(4));
  }
  return built.human(NEW).ai('I see.').human('And now?').ai('Go on.').human('Well?').build();
}

test('a statement that a later one replaces is marked where it stays', async () => {
  const after = JSON.stringify(await compressed(chat(), { ratio: 0.97 }));
  expect(after).toContain(MARK);
  expect(after.split(OLD)).toHaveLength(3);
});

test('it goes first, with its mark', async () => {
  const after = JSON.stringify(await compressed(chat(), { ratio: 0.3 }));
  expect(after).toContain(NEW);
  expect(after).not.toContain(OLD);
});

test('a second compression does not mark it twice', async () => {
  const once = await compressed(chat(), { ratio: 0.97 });
  const twice = JSON.stringify(await compressed(once, { ratio: 0.9 }));
  expect(twice.split(MARK).length).toBeLessThanOrEqual(2);
});
