import { expect, test } from 'vitest';
import { codingAssistant } from './coding-assistant.ts';
import { shorten } from './readme/with-a-model.ts';

test('the code with a model does nothing to what fits', async () => {
  await expect(shorten(codingAssistant)).resolves.toEqual(codingAssistant);
});
