import { scriptedProvider } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compress } from '../src/index.ts';

const OUTPUT = Array.from({ length: 120 }, (_, line) => `[${line}] compiled module ${line}`).join(
  '\n',
);

/** An agent that thinks and calls a tool three times. The newest result comes with a text, as hosts add reminders. */
const messages = [
  { role: 'user', content: 'Build it.' },
  ...[1, 2, 3].flatMap((step) => [
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: `Step ${step} comes now.`, signature: `signature ${step}` },
        { type: 'tool_use', id: `t${step}`, name: 'Bash', input: { command: `make ${step}` } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: `t${step}`, content: OUTPUT },
        ...(step === 3
          ? [{ type: 'text', text: '<system-reminder>Go on.</system-reminder>' }]
          : []),
      ],
    },
  ]),
];

const chat = [
  { role: 'user', content: 'Build it.' },
  ...[1, 2, 3].flatMap((step) => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: `t${step}`, type: 'function', function: { name: 'Bash', arguments: '{}' } },
      ],
    },
    { role: 'tool', tool_call_id: `t${step}`, content: OUTPUT },
  ]),
  { role: 'user', content: '<system-reminder>Go on.</system-reminder>' },
];

test.each([
  'salience',
  'high-density',
  'extractive',
  'top-down-truncation',
  'middle-out',
  'one-shot',
])('%s keeps results that the model has not answered before a reminder', async (strategy) => {
  for (const given of [messages, chat]) {
    const { messages: smaller } = await compress<object>(given, {
      strategy,
      targetTokens: 500,
      model: scriptedProvider(['The build went on.']),
    });
    expect(smaller).not.toEqual(given);
    const unanswered = given === chat ? chat.slice(-3) : messages.slice(-2);
    expect(smaller.slice(-unanswered.length)).toEqual(unanswered);
  }
});
