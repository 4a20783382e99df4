import { expect, test } from 'vitest';
import { findMove, parityRows, STRATEGIES } from '../src/parity/parity.ts';

const TEXT = 'The gate opens at seven, and somebody has to be there to count the carts. '.repeat(
  60,
);

const conversation = {
  id: 'gates',
  messages: Array.from({ length: 12 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `${index}: ${TEXT}`,
  })),
};

test('returns the same rows for the same conversation', async () => {
  const rows = await parityRows(conversation);
  expect(rows).toHaveLength(STRATEGIES.length * 3);
  expect(rows.filter(({ requests }) => requests !== undefined)).not.toEqual([]);
  expect(await parityRows(conversation)).toEqual(rows);
});

test('names the first message and the fields of the report that differ', async () => {
  const [row] = await parityRows(conversation, ['top-down-truncation']);
  const { messages, report } = row!;
  const changed = {
    ...row!,
    messages: `${messages.slice(0, -6)}abcdef`,
    report: { ...report, kind: 'x' },
  };
  const count = messages.length / 6;
  expect(findMove(row!, changed)).toEqual({
    description: `message ${count - 1} (${count} → ${count} messages); kind "applied" → "x"`,
    isWordingOnly: false,
  });
  expect(findMove(row!, row!)).toBeUndefined();
});

test('distinguishes a reworded reason from a changed output', async () => {
  const [row] = await parityRows(conversation, ['top-down-truncation']);
  const worded = (shortfallReason: string) => ({ ...row!, report: { shortfallReason } });
  expect(findMove(worded('a'), worded('b'))?.isWordingOnly).toBe(true);
});
