import { readFileSync } from 'node:fs';
import { compress } from '@palimpsest/compat/cce';
import { expect, test } from 'vitest';
import { errorOf } from './error-of.ts';
import { talk } from './messages.ts';
import { shorten } from '../readme/cce-with-a-model.ts';

const readme = readFileSync(
  new URL('../../../../docs/packages/compat/cce.md', import.meta.url),
  'utf8',
);

test('the README names every option', () => {
  const { message } = errorOf(() => compress([], { unknown: true } as never));
  const options = /accepted are (.+)\.$/.exec(message)![1]!.split(', ');
  expect(options).toHaveLength(13);
  for (const name of options) expect(readme).toContain(`\n| \`${name}\` `);
});

test('the README code with a model changes nothing in a conversation that fits', async () => {
  const messages = talk(3);
  await expect(shorten(messages)).resolves.toEqual(messages);
});
