import { indexExchanges, type Violation } from '@palimpsest/history';
import type { TestCase } from './test-case.ts';

/**
 * Returns the situation without the entries that are not needed to break a law in the same way. Removes whole exchanges first, then single
 * entries, newest first.
 */
export async function smallerSituation(
  situation: TestCase,
  violationsOf: (situation: TestCase) => Promise<readonly Violation[]>,
): Promise<TestCase> {
  const ways = new Set((await violationsOf(situation)).map(wayOf));
  let { history } = situation;
  for (const unitsOf of [exchangesOf, entriesOf]) {
    for (const unit of unitsOf(history).toReversed()) {
      const isGone = new Set(unit);
      const fewer = history.filter((entry) => !isGone.has(entry));
      if (fewer.length === history.length) continue;
      const violations = await violationsOf({ ...situation, history: fewer });
      const isSame = violations.length > 0 && violations.every((found) => ways.has(wayOf(found)));
      if (isSame) history = fewer;
    }
  }
  return { ...situation, history };
}

/** Returns a message without its figures, which change with the history. */
function wayOf({ message }: Violation): string {
  return message.replaceAll(/\d+/g, '0');
}

type History = TestCase['history'];

/** Returns each entry with tool calls, together with the entries of their results. */
function exchangesOf(history: History): History[] {
  return indexExchanges(history).exchanges.map(({ start, calls }) => [
    history[start]!,
    ...calls.flatMap(({ response }) => (response === undefined ? [] : [history[response.entry]!])),
  ]);
}

function entriesOf(history: History): History[] {
  return history.map((entry) => [entry]);
}
