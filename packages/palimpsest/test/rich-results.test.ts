import { compress } from 'palimpsest';
import { expect, test } from 'vitest';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64(length: number): string {
  let [text, state] = ['iVBORw0KGgoAAAANSUhEUgAABQAAAALQCAIAAAB', 7];
  while (text.length < length) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += LETTERS[(state >> 16) % 64];
  }
  return text;
}

const screenshot = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: base64(120_000) },
};

/** Creates a session with `count` screenshots, each after 300 lines of a log. */
function session(count: number): object[] {
  const log = Array.from({ length: 300 }, (_, line) => `step ${line} of the log`).join('\n');
  const steps = Array.from({ length: count }, (_, at) => [
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: `t${at}`, name: 'shoot', input: { at } }],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: `t${at}`,
          content: [{ type: 'text', text: log }, screenshot],
        },
      ],
    },
  ]);
  return [
    { role: 'user', content: 'Look.' },
    ...steps.flat(),
    { role: 'assistant', content: 'Done.' },
    { role: 'user', content: 'And now?' },
  ];
}

test.each(['salience', 'extractive', 'high-density'])(
  '%s keeps each screenshot whole or names it, and its report counts what comes out',
  async (strategy) => {
    for (const [count, targetRatio] of [
      [1, 0.5],
      [20, 0.3],
    ] as const) {
      const { messages, report } = await compress(session(count), { targetRatio, strategy });
      const text = JSON.stringify(messages);
      const whole = text.split(screenshot.source.data).length - 1;
      expect(text.split('iVBORw0KGgo').length - 1).toBe(whole);
      expect(report.dropped?.mediaBlocks ?? 0).toBe(count - whole);
      const { report: again } = await compress(messages, { targetTokens: 1_000_000, strategy });
      expect(again.tokensBefore).toBe(report.tokensAfter);
    }
  },
);
