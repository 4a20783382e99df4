import { expect, test } from 'vitest';
import { splitInjectedText } from '../../../src/history/index.ts';

const REMINDER = '<system-reminder>\nThe plan is empty.\n</system-reminder>\n';

test("text that the agent's program adds to a message is not the person's text", () => {
  expect(splitInjectedText(`Fix it.\n${REMINDER}Thanks.`)).toEqual([
    { text: 'Fix it.\n', isInjected: false },
    { text: REMINDER, isInjected: true },
    { text: 'Thanks.', isInjected: false },
  ]);
});

test('a tag that nothing closes is a text of the person, however often it stands there', () => {
  const text = `${'<system-reminder>'.repeat(200_000)}</b>`;
  expect(splitInjectedText(text)).toEqual([{ text, isInjected: false }]);
});
