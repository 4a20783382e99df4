import type { IContent } from '@palimpsest/core-types';
import { isRecordEntry, isRequest } from '@palimpsest/history';
import { rank, type Ranking } from '../ranking/rank.ts';
import type { Passage } from '../ranking/unit-index.ts';
import { unitLength } from '../reading/parsed-text.ts';
import type { EditedLines } from '../value/values.ts';
import type { SalienceWeights } from '../value/weights.ts';
import { oddUnits } from '../required/odd-lines.ts';
import { errorUnits, failureUnits } from '../required/failure-units.ts';
import { askedUnits } from '../required/asked-units.ts';
import { findRequiredUserUnits } from '../required/required-user-units.ts';
import { LINES_OF_NAME, relevantUnits } from '../required/relevant-units.ts';
import type { OpenQuestions } from './find-questions.ts';
import type { ParseCache } from './parse-cache.ts';
import type { Part, Piece } from './pieces.ts';

/** What a record can be made of. */
export interface SelectionInput extends OpenQuestions {
  readonly history: readonly IContent[];
  /** The pieces of each entry. */
  readonly pieces: readonly (readonly Piece[])[];
  /** Whether an entry becomes a part of a record. */
  readonly isRecorded: readonly boolean[];
  /** Tokens of each entry. */
  readonly tokens: readonly number[];
  readonly targetTokens: number;
  /** Tokens that are left for records. */
  readonly availableTokens: number;
  /** Index of the text that the newest request answers; -1 if none. */
  readonly answered: number;
  readonly edited: EditedLines;
  /** Tokens per character of prose. Independent of the history, so that a text that fits once fits again. */
  readonly proseRate: number;
  readonly parseCache: ParseCache;
  readonly weights: SalienceWeights;
}

/** What one attempt keeps in any case. */
export interface Attempt {
  /** Whether people's short texts stay whole. Otherwise nothing else is chosen before them. */
  readonly keepsWords: boolean;
  /** Whether the text that the newest request answers stays whole. */
  readonly keepsAnswer: boolean;
  /** Whether failures stay. */
  readonly keepsFailures: boolean;
  /** Factor from 0 to 1 for the maximum tokens of directives. */
  readonly directiveShare: number;
}

const EVERYTHING = {
  keepsWords: true,
  keepsAnswer: true,
  keepsFailures: true,
  directiveShare: 1,
} as const;
/** The attempt that keeps nothing in any case but what people demanded. */
export const DIRECTIVES: Attempt = {
  ...EVERYTHING,
  keepsWords: false,
  keepsAnswer: false,
  keepsFailures: false,
};

/** The attempts, in the order in which they are tried: words of people are shortened last. */
export const ATTEMPTS: readonly Attempt[] = [
  EVERYTHING,
  { ...EVERYTHING, keepsFailures: false },
  { ...EVERYTHING, keepsFailures: false, keepsWords: false },
  DIRECTIVES,
  { ...DIRECTIVES, directiveShare: 0.5 },
  { ...DIRECTIVES, directiveShare: 0.25 },
  { ...DIRECTIVES, directiveShare: 0 },
];

/** Units by their value, for all parts of records. */
export interface Selection {
  readonly ranking: Ranking;
  /** Returns whether a unit is kept if `count` units of the ranking are. */
  readonly isKept: (part: Part, unit: number, count: number) => boolean;
  /** Index of the passage of each part. */
  readonly passages: ReadonlyMap<Part, number>;
}

/** A longer text of a person counts as ordinary text. In UTF-16 units. */
export const LONG_HUMAN_TEXT = 2_000;
/** Maximum share of the target for lines that say what failed. */
const FAILURE_SHARE = 0.05;
/** Maximum share of the target for the odd lines of results. */
const ODD_SHARE = 0.02;
/** Tokens of a few lines: what went wrong stays within any target that leaves room for them. */
const FEW_LINES = 60;
/** Tokens of an item or a function. */
const ONE_GROUP = 180;
/** The first request and the newest stay whole within this share of the target, if they are longer: a task, a specification. */
const WHOLE_SHARE = 0.1;
/** Maximum share of the target for the newest plan. */
const PLAN_SHARE = 0.1;
/** Maximum share of the target for questions with short replies. */
const ASKED_SHARE = 0.02;
/** Maximum share of the target for lines that hold what the newest request names, and for those of what the agent works on. */
const REQUESTED_SHARE = 0.3;
const AT_WORK_SHARE = 0.03;
/** Maximum share of the target for sentences of the agent. */
const PROSE_SHARE = 0.2;
/** Minimum of the squared coverage in the share of prose. */
const MIN_COVERAGE = 0.015;
/** Ranks more units than fit, so that the limit can be found. */
const OVERSHOOT = 1.2;
/** From this share of the tokens on, every term fits, and whole lines count increasingly. */
const PLENTY = 0.25;

/**
 * Ranks the units of a history for one attempt.
 *
 * @param overshoot budget of the ranking, as a multiple of the tokens that are left for records
 */
export function selectLines(
  input: SelectionInput,
  attempt: Attempt,
  overshoot: number = OVERSHOOT,
): Selection {
  const { history, pieces, isRecorded, targetTokens, parseCache, weights } = input;
  const open = partsWhere(input, (at) => isRecorded[at]!);
  const plans = newestPlans(open, input);
  const users = partsWhere(input, () => true).filter(
    // An answer to a question of the agent is no request.
    ({ role, entry }) =>
      role === 'user' && history[entry]!.speaker === 'human' && !isGeneratedNote(history[entry]!),
  );
  const longest = (part: Part): number =>
    part === users[0] || input.newest.has(part)
      ? Math.max(LONG_HUMAN_TEXT, (WHOLE_SHARE * targetTokens) / Math.max(0.01, input.proseRate))
      : LONG_HUMAN_TEXT;
  const isWhole = (part: Part): boolean =>
    plans.has(part) ||
    (part.role === 'user'
      ? (attempt.keepsWords || input.newest.has(part)) &&
        part.reading.source.length <= longest(part)
      : attempt.keepsAnswer && part.entry === input.answered && part.role === 'text');
  const taskEntry = users.at(-1)?.entry ?? -1;
  let wholeTokens = 0;
  for (const part of open) {
    if (isWhole(part)) wholeTokens += (part.reading.source.length + 1) * input.proseRate;
  }
  const fixed = requiredUnits(input, attempt, { open, users, isWhole, wholeTokens });
  const passages: Passage[] = [];
  const places = new Map<Part, number>();
  for (const [at, of] of pieces.entries()) {
    for (const piece of of) {
      const title = piece.kind === 'step' ? piece.title : undefined;
      for (const part of title === undefined ? piece.texts : [title, ...piece.texts]) {
        places.set(part, passages.length);
        passages.push({
          reading: part.reading,
          message: at,
          role: part.role,
          namesFile: part.call?.namesFile === true,
          isTask: at === taskEntry,
          costPerCharacter: Math.max(0.001, input.proseRate),
          isKept: !isRecorded[at]! || isWhole(part),
          requiredUnits: fixed.get(part) ?? [],
          isExhausted: !attempt.keepsWords && part.role !== 'user',
          isReplaced:
            part.label === 'replacing' ||
            (part.call?.plan === 'replaced' && part.role === 'arguments'),
        });
      }
    }
  }
  const available = Math.max(0, input.availableTokens - wholeTokens);
  const ordinary = sumWhere(input, (at) => isRecorded[at]!);
  const coverage = available / Math.max(1, ordinary);
  const { full, ample } = weights.lineShare;
  const ranking = rank(passages, {
    reader: parseCache.reader,
    budget: overshoot === Infinity ? Infinity : available * overshoot,
    messages: history.length,
    lineShare: full * Math.min(1, coverage / ample) ** 2 * Math.max(1, coverage / PLENTY),
    edited: input.edited,
    prose: proseShare(open, { coverage, ordinary, proseRate: input.proseRate }) * targetTokens,
    weights,
  });
  const { firstUnit } = ranking.unitIndex;
  return {
    ranking,
    passages: places,
    isKept: (part, unit, count) => {
      const passage = places.get(part)!;
      return (
        passages[passage]!.isKept === true ||
        ranking.selectionRanks[firstUnit[passage]! + unit]! < count
      );
    },
  };
}

/** Returns whether an entry is a generated list of earlier demands. It is not a request. */
function isGeneratedNote(entry: IContent): boolean {
  return !isRequest(entry) && !isRecordEntry(entry);
}

/**
 * Returns the texts of the newest plan, newest first, within its share of the target: an older plan would show finished tasks as open.
 */
function newestPlans(
  open: readonly Part[],
  { targetTokens, proseRate }: SelectionInput,
): ReadonlySet<Part> {
  const plans = new Set<Part>();
  let left = PLAN_SHARE * targetTokens;
  for (const part of open.toReversed()) {
    if (part.role !== 'arguments' || part.call?.plan !== 'newest') continue;
    left -= (part.reading.source.length + 1) * proseRate;
    if (left < 0) break;
    plans.add(part);
  }
  return plans;
}

interface Choice {
  readonly open: readonly Part[];
  readonly users: readonly Part[];
  readonly isWhole: (part: Part) => boolean;
  readonly wholeTokens: number;
}

function requiredUnits(
  input: SelectionInput,
  { keepsFailures, directiveShare }: Attempt,
  { open, users, isWhole, wholeTokens }: Choice,
): Map<Part, readonly number[]> {
  const { targetTokens, proseRate, history } = input;
  const words = findRequiredUserUnits({
    texts: open.filter((part) => part.role === 'user' && !isWhole(part)),
    first: users[0],
    task: users.at(-1),
    targetTokens,
    wholeTokens,
    proseRate,
    directiveShare,
  });
  const required = new Map(words);
  if (!keepsFailures) return required;
  const asked = askedUnits(open, history, { tokens: ASKED_SHARE * targetTokens, proseRate });
  for (const [part, units] of asked) required.set(part, units);
  const add = (found: ReadonlyMap<Part, readonly number[]>): void => {
    for (const [part, units] of found)
      required.set(part, [...new Set([...(required.get(part) ?? []), ...units])]);
  };
  const told = open.filter((part) => part.role !== 'user' && !isWhole(part));
  for (const [questions, share, most] of [
    [[...input.newest], REQUESTED_SHARE, LINES_OF_NAME],
    [input.atWork, AT_WORK_SHARE, 1],
  ] as const) {
    const texts = questions.map(({ reading }) => reading.source);
    add(
      relevantUnits(
        texts,
        told,
        { tokens: Math.max(ONE_GROUP, share * targetTokens), proseRate },
        most,
      ),
    );
  }
  const results = open.filter(({ role }) => role === 'result').toReversed();
  const failed = results.filter(({ call }) => call?.hasFailed === true);
  // What went wrong comes before what else a failed result says.
  for (const [parts, unitsOf, share] of [
    [failed, ({ reading }: Part) => errorUnits(reading), FAILURE_SHARE],
    [results, ({ reading, call }: Part) => oddUnits(reading, call?.namesFile === true), ODD_SHARE],
    [failed, ({ reading }: Part) => failureUnits(reading), FAILURE_SHARE],
  ] as const) {
    let left = Math.max(FEW_LINES, share * targetTokens);
    for (const part of parts) {
      const own = required.get(part) ?? [];
      const units = unitsOf(part).filter((unit) => !own.includes(unit));
      let cost = 0;
      for (const unit of units) cost += (unitLength(part.reading, unit) + 1) * proseRate;
      if (cost > left) continue;
      left -= cost;
      required.set(part, [...own, ...units]);
    }
  }
  return required;
}

function partsWhere({ pieces }: SelectionInput, isWanted: (entry: number) => boolean): Part[] {
  return pieces.flatMap((of, at) => (isWanted(at) ? of.flatMap(({ texts }) => texts) : []));
}

function sumWhere({ tokens }: SelectionInput, isWanted: (entry: number) => boolean): number {
  let sum = 0;
  for (const [at, count] of tokens.entries()) if (isWanted(at)) sum += count;
  return sum;
}

/**
 * Returns the share of the target for sentences of the agent: the squared coverage, divided by the agent's share of the text. The more it
 * talks, the more of it repeats results; the less fits, the more the terms in results are worth.
 */
function proseShare(
  open: readonly Part[],
  {
    coverage,
    ordinary,
    proseRate,
  }: { readonly coverage: number; readonly ordinary: number; readonly proseRate: number },
): number {
  let said = 0;
  for (const { role, reading } of open) {
    if (role === 'text') said += reading.source.length * proseRate;
  }
  return Math.min(
    PROSE_SHARE,
    (Math.max(MIN_COVERAGE, coverage ** 2) * ordinary) / Math.max(1, said),
  );
}
