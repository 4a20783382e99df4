import { estimateTokens } from '@palimpsest/tokenizer';
import { expect, test } from 'vitest';
import { compress, type Message } from '../src/index.ts';
import { say } from './messages.ts';

const byScript = ({ content = '' }: Message) => estimateTokens(content);

test('accepts a script-aware token counter: Chinese text counts more than twice as much', () => {
  const messages = [say('我们决定在星期五之前把数据库迁移到新的服务器上。'.repeat(8))];
  const tokens = (tokenCounter?: typeof byScript) =>
    compress(messages, { tokenBudget: 1e9, tokenCounter }).tokenCount!;
  expect(tokens(byScript)).toBeGreaterThan(2 * tokens());
});
