import type { IContent } from '@palimpsest/core-types';
import { unitLength } from '../reading/parsed-text.ts';
import type { Attempt } from '../record/attempts.ts';
import type { OpenQuestions } from '../record/find-questions.ts';
import type { Part } from '../record/pieces.ts';
import type { WordLimits } from '../record/word-limits.ts';
import { answerUnits } from './answer-units.ts';
import { askedUnits } from './asked-units.ts';
import { errorUnits, failureUnits, successUnits } from './failure-units.ts';
import { oddUnits } from './odd-lines.ts';
import type { Excerpt } from './question-excerpts.ts';
import type { ReadWords, ReplacedWords } from './read-words.ts';
import { relevantUnits } from './relevant-units.ts';
import { findRequiredUserUnits } from './required-user-units.ts';

export interface RequiredInput extends OpenQuestions {
  readonly history: readonly IContent[];
  readonly targetTokens: number;
  readonly limits: WordLimits;
  /** The sentences of people that newer ones replace. */
  readonly replaced: ReplacedWords;
  /** What was said about what the newest request asks for, the best first. */
  readonly excerpts: readonly Excerpt[];
  readonly readWords: ReadWords;
  /** Tokens per character of prose. Independent of the history, so that a text that fits once fits again. */
  readonly proseRate: number;
}

/** The texts of the history. */
interface Texts {
  /** Those that become a part of a record, oldest first. */
  readonly open: readonly Part[];
  /** Those that people wrote. */
  readonly users: readonly Part[];
  /** Whether all of a text stays. */
  readonly isWhole: (part: Part) => boolean;
  /** Tokens of the open texts that stay whole. */
  readonly wholeTokens: number;
}

/** Maximum share of the target for lines that say what failed. */
const FAILURE_SHARE = 0.05;
/** Maximum share of the target for lines that say that tests, checks or a build succeeded. */
const SUCCESS_SHARE = 0.01;
/** Maximum share of the target for the odd lines of results. */
const ODD_SHARE = 0.02;
/** Tokens of a few lines: what went wrong stays within any target that leaves room for them. */
const FEW_LINES = 60;
/** Maximum share of the target for questions with short replies. */
const ASKED_SHARE = 0.02;
/** Maximum share of the target for short answers of the agent at the end of its turns. */
const ANSWER_SHARE = 0.05;
/** Maximum share of the target for lines that hold what the newest request names, and for those of what the agent works on. */
const REQUESTED_SHARE = 0.3;
const AT_WORK_SHARE = 0.03;
/** Tokens of an item or a function: one of them stays within any target that leaves room for it. */
const ONE_GROUP = 180;

/**
 * Returns the units that stay before anything is ranked: what people demanded, the questions that they answered, what the open question names,
 * what went wrong, and that it went well since. Yields between texts.
 */
export function* requiredUnits(
  { history, newest, atWork, excerpts, readWords, targetTokens, limits, proseRate }: RequiredInput,
  { keepsFailures }: Pick<Attempt, 'keepsFailures'>,
  { open, users, isWhole, wholeTokens }: Texts,
): Generator<void, ReadonlyMap<Part, readonly number[]>> {
  const isOpen = new Set(open);
  const words = findRequiredUserUnits({
    texts: open.filter((part) => part.role === 'user' && !isWhole(part)),
    first: users[0],
    task: users.at(-1),
    excerpts: excerpts.filter(({ part }) => isOpen.has(part) && !isWhole(part)),
    readWords,
    wholeTokens,
    proseRate,
    limits,
  });
  const required = new Map(words);
  if (!keepsFailures) return required;
  const add = (part: Part, units: Iterable<number>): void => {
    required.set(part, [...new Set([...(required.get(part) ?? []), ...units])]);
  };
  const asked = askedUnits(open, history, { tokens: ASKED_SHARE * targetTokens, proseRate });
  for (const [part, units] of asked) add(part, units);
  const answers = answerUnits(open, { tokens: ANSWER_SHARE * targetTokens, proseRate });
  for (const [part, units] of answers) add(part, units);
  const told = open.filter((part) => part.role !== 'user' && !isWhole(part));
  for (const [questions, share, most] of [
    [[...newest], REQUESTED_SHARE, undefined],
    [atWork, AT_WORK_SHARE, { name: 1, word: 1 }],
  ] as const) {
    const texts = questions.map(({ parsed }) => parsed.source);
    const budget = { tokens: Math.max(ONE_GROUP, share * targetTokens), proseRate };
    const relevant = yield* relevantUnits(texts, told, budget, most);
    for (const [part, units] of relevant) add(part, units);
  }
  const results = open.filter(({ role }) => role === 'result').toReversed();
  // What was mended later may still be chosen for its value.
  const failed = results.filter(({ call }) => call?.hasFailed === true && call.later !== 'done');
  const newestRuns = results.filter(
    ({ call }) => call?.command !== undefined && !call.hasFailed && call.later === undefined,
  );
  // What went wrong comes before what else a failed result says.
  for (const [parts, unitsOf, share] of [
    [failed, ({ parsed }: Part) => errorUnits(parsed), FAILURE_SHARE],
    [
      newestRuns,
      ({ parsed, call }: Part) => successUnits(parsed, call?.command ?? ''),
      SUCCESS_SHARE,
    ],
    [results, ({ parsed, call }: Part) => oddUnits(parsed, call?.namesFile === true), ODD_SHARE],
    [failed, ({ parsed }: Part) => failureUnits(parsed), FAILURE_SHARE],
  ] as const) {
    let left = Math.max(FEW_LINES, share * targetTokens);
    for (const part of parts) {
      yield;
      const own = new Set(required.get(part));
      const units = unitsOf(part).filter((unit) => !own.has(unit));
      let cost = 0;
      for (const unit of units) cost += (unitLength(part.parsed, unit) + 1) * proseRate;
      // What was mended later has its share, but does not claim a few lines of any target.
      if (cost > left || (part.call?.later === 'done' && cost > share * targetTokens)) continue;
      left -= cost;
      add(part, units);
    }
  }
  return required;
}
