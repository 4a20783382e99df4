import { expect, test, vi } from 'vitest';
import { createExactCounter } from '../../src/tokens/index.ts';

vi.mock('gpt-tokenizer/encoding/o200k_base', () => {
  throw new Error('Cannot find package');
});

test('the error says what to install when gpt-tokenizer is missing', async () => {
  await expect(createExactCounter()).rejects.toMatchObject({
    name: 'EncoderUnavailableError',
    code: 'ENCODER_UNAVAILABLE',
    message: expect.stringContaining('npm install gpt-tokenizer@4') as string,
  });
});
