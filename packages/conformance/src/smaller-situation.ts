import { indexExchanges, type Violation } from '@palimpsest/history';
import type { TestCase } from './test-case.ts';

/**
 * Returns a situation without the entries that it does not take to break a law: what is left breaks it in the same way. Whole exchanges are
 * left out first, then single entries, newest first.
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

/** Figures change with the history. */
function wayOf({ message }: Violation): string {
  return message.replaceAll(/\d+/g, '0');
}

type History = TestCase['history'];

/** Entries that call tools, each with those that hold the results. */
function exchangesOf(history: History): History[] {
  return indexExchanges(history).exchanges.map(({ start, calls }) => [
    history[start]!,
    ...calls.flatMap(({ response }) => (response === undefined ? [] : [history[response.entry]!])),
  ]);
}

function entriesOf(history: History): History[] {
  return history.map((entry) => [entry]);
}
