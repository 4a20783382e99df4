import { expect, test } from 'vitest';
import { codingAssistant } from './coding-assistant.ts';
import { shorten } from './readme/with-a-model.ts';

test('the README code with a model changes nothing in a conversation that fits', async () => {
  await expect(shorten(codingAssistant)).resolves.toEqual(codingAssistant);
});
