import { expect, test } from 'vitest';
import { createPalimpsest } from '../src/index.ts';

/** Questions with a rule and pasted lines whose words sound like rules. */
const messages = Array.from({ length: 20 }, (_, at) =>
  at % 2 === 1
    ? { role: 'assistant', content: 'The pool holds connections and waits for one. '.repeat(8) }
    : {
        role: 'user',
        content: [
          `Never use global ${at}.`,
          ...Array.from(
            { length: 60 },
            (_line, line) =>
              `${line} some pasted words about item ${at * line} and nothing else at all`,
          ),
        ].join('\n'),
      },
);

test.each(['salience', 'extractive', 'high-density', 'top-down-truncation'])(
  '%s meets its target although pasted lines sound like rules',
  async (strategy) => {
    const { report } = await createPalimpsest().compress(messages, {
      format: 'anthropic',
      strategy,
      targetRatio: 0.3,
    });
    expect(report.tokensAfter).toBeLessThanOrEqual(report.targetTokens);
  },
);
