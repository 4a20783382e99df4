import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compressed, recordOf } from './compressed.ts';
import { linesOf } from './lines-of.ts';

test('the short answer to a request stays, so that nobody takes the request for an open one', async () => {
  const built = history();
  for (let turn = 0; turn < 6; turn += 1) {
    built
      .human(`You must send invoice ${turn} to Mara now.`)
      .call('bash', { command: `./mail ${turn}.pdf` })
      .result(linesOf(`log${turn}`, 80))
      .ai(`Invoice ${turn} is on its way.`);
  }
  const before = built.human('Read the log.').ai('I read it.').human('Go on.').build();
  const record = recordOf(await compressed(before, { ratio: 0.1 }));
  // The sixth answer stays as a message of its own.
  for (let turn = 0; turn < 5; turn += 1) {
    expect(record).toContain(`Invoice ${turn} is on its way.`);
  }
});

test('of an answer that only says that it was read, nothing stays', async () => {
  const built = history();
  for (let turn = 0; turn < 30; turn += 1) {
    built.human(`On walk ${turn} we saw the river and some of the birds.`).ai('Noted. I go on.');
  }
  const after = await compressed(built.build(), { ratio: 0.8 });
  expect(JSON.stringify(after).split('Noted').length - 1).toBeLessThan(12);
});
