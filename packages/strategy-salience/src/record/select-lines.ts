import type { IContent } from '@palimpsest/core-types';
import { isRecordEntry, isRequest, LONG_HUMAN_TEXT } from '@palimpsest/engine/history';
import { isAcknowledgement } from '@palimpsest/engine/text';
import { unitLength } from '../reading/parsed-text.ts';
import { unitsIn } from '../reading/text-lines.ts';
import { rankInSteps, type Ranking } from '../ranking/rank.ts';
import type { Passage } from '../ranking/unit-index.ts';
import { routineUnits } from '../reading/routine-lines.ts';
import type { EditedLines } from '../value/values.ts';
import type { SalienceWeights } from '../value/weights.ts';
import { beginningOf } from '../required/failure-units.ts';
import { firstLine } from '../required/first-units.ts';
import { requiredUnits, type RequiredInput } from '../required/required-units.ts';
import type { Attempt } from './attempts.ts';
import type { ParseCache } from './parse-cache.ts';
import type { Part, Piece } from './pieces.ts';

/** What a record can be made of. */
export interface SelectionInput extends RequiredInput {
  /** The pieces of each entry. */
  readonly pieces: readonly (readonly Piece[])[];
  /** Whether nothing was done but talk. */
  readonly isChat: boolean;
  /** Whether an entry becomes a part of a record. */
  readonly isRecorded: readonly boolean[];
  /** Tokens of each entry. */
  readonly tokens: readonly number[];
  /** Tokens that are left for records. */
  readonly availableTokens: number;
  /** Index of the text that the newest request answers; -1 if none. */
  readonly answered: number;
  readonly edited: EditedLines;
  readonly parseCache: ParseCache;
  readonly weights: SalienceWeights;
}

/** Units by their value, for all parts of records. */
export interface Selection {
  readonly ranking: Ranking;
  /** Returns whether a unit is kept if `count` units of the ranking are. */
  readonly isKept: (part: Part, unit: number, count: number) => boolean;
  /** Index of the passage of each part. */
  readonly passages: ReadonlyMap<Part, number>;
}

/** The first request and the newest stay whole within this share of the target, if they are longer: a task, a specification. */
const WHOLE_SHARE = 0.1;
/** Maximum share of the target for the newest plan, and for what the mode of the agent demands. */
const PLAN_SHARE = 0.1;
/** Maximum share of the target for sentences of the agent. */
const PROSE_SHARE = 0.2;
/** Ranks more units than fit, so that the limit can be found. */
const OVERSHOOT = 1.2;
/** From this share of the tokens on, every term fits, and whole lines count increasingly. */
const PLENTY = 0.25;

/**
 * Ranks the units of a history for one attempt. Yields between texts and units.
 *
 * @param overshoot budget of the ranking, as a multiple of the tokens that are left for records
 */
export function* selectLines(
  input: SelectionInput,
  attempt: Attempt,
  overshoot: number = OVERSHOOT,
): Generator<void, Selection> {
  const { history, pieces, isRecorded, targetTokens, parseCache, weights } = input;
  /** Whether tokens are left after the first ranking: words of people come first, then all else. What is left of a chat are remarks. */
  const fillsTarget = overshoot === Infinity && !input.isChat;
  const open = partsWhere(input, (at) => isRecorded[at]!);
  const plans = newestPlans(open, input);
  const users = partsWhere(input, () => true).filter(
    // An answer to a question of the agent is no request.
    ({ role, entry }) =>
      role === 'user' && history[entry]!.speaker === 'human' && !isGeneratedNote(history[entry]!),
  );
  const longest = (part: Part): number =>
    part === users[0] || input.newest.has(part)
      ? Math.max(LONG_HUMAN_TEXT, (WHOLE_SHARE * targetTokens) / input.proseRate)
      : LONG_HUMAN_TEXT;
  const isWhole = (part: Part): boolean =>
    plans.has(part) ||
    (part.role === 'user'
      ? (attempt.keepsWords || input.newest.has(part)) &&
        part.parsed.source.length <= longest(part) &&
        (input.newest.has(part) || !input.replaced.has(part))
      : attempt.keepsAnswer &&
        part.entry === input.answered &&
        part.role === 'text' &&
        !isAcknowledgement(part.parsed.source));
  yield;
  const taskEntry = users.at(-1)?.entry ?? -1;
  let wholeTokens = 0;
  for (const part of open) {
    if (isWhole(part)) wholeTokens += (part.parsed.source.length + 1) * input.proseRate;
  }
  const fixed = yield* requiredUnits(input, attempt, { open, users, isWhole, wholeTokens });
  /** The costs of required words are estimates. In a chat, what is left goes to others of their kind. */
  const preferred = (part: Part): ReadonlySet<number> | undefined => {
    if (attempt.keepsWords || part.role !== 'user') return undefined;
    if (fillsTarget) return new Set(Array(part.parsed.count).keys());
    if (!input.isChat) return undefined;
    const { lasting, statements } = input.readWords(part);
    return new Set([...lasting, ...statements]);
  };
  const passages: Passage[] = [];
  const places = new Map<Part, number>();
  for (const [at, of] of pieces.entries()) {
    yield;
    for (const piece of of) {
      const title = piece.kind === 'step' ? piece.title : undefined;
      for (const part of title === undefined ? piece.texts : [title, ...piece.texts]) {
        places.set(part, passages.length);
        passages.push({
          parsed: part.parsed,
          message: at,
          role: part.role,
          namesFile: part.call?.namesFile === true,
          isTask: at === taskEntry,
          costPerCharacter: input.proseRate,
          isKept: !isRecorded[at]! || isWhole(part),
          requiredUnits: [...(fixed.get(part) ?? []), ...modeUnits(part, input)],
          preferredUnits: preferred(part),
          lastUnits: lastUnitsOf(part, input),
          isExhausted: !attempt.keepsWords && !fillsTarget && part.role !== 'user',
          isReplaced:
            part.label === 'replacing' ||
            (part.role === 'text' && isAcknowledgement(part.parsed.source)) ||
            (part.call?.plan === 'replaced' && part.role === 'arguments'),
        });
      }
    }
  }
  const available = Math.max(0, input.availableTokens - wholeTokens);
  const ordinary = sumWhere(input, (at) => isRecorded[at]!);
  const coverage = available / Math.max(1, ordinary);
  const ranking = yield* rankInSteps(passages, {
    reader: parseCache.reader,
    budget: overshoot === Infinity ? Infinity : available * overshoot,
    messages: history.length,
    lineShare: weights.lineShare * Math.max(1, coverage / PLENTY),
    edited: input.edited,
    prose: PROSE_SHARE * targetTokens,
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

/** Returns the first line and the last one of what tells the agent how to work from then on; nothing if they exceed their share of the target. */
function modeUnits(
  { role, parsed, call }: Part,
  { targetTokens, proseRate }: SelectionInput,
): readonly number[] {
  if (role !== 'result' || call?.instructs !== true) return [];
  const start = parsed.source.trimEnd().lastIndexOf('\n') + 1;
  const last = unitsIn(parsed, beginningOf({ start, end: parsed.source.length }));
  const units = [...new Set([...firstLine(parsed), ...last])];
  const cost = units.reduce((sum, unit) => sum + unitLength(parsed, unit) + 1, 0) * proseRate;
  return cost > PLAN_SHARE * targetTokens ? [] : units;
}

/** Returns the units that are worth the least: what newer statements replace, hidden comments and demonstrations, and routine lines of results. */
function lastUnitsOf(part: Part, { replaced, readWords }: SelectionInput): ReadonlySet<number> {
  if (part.role === 'result') return routineUnits(part.parsed, part.call?.command !== undefined);
  if (part.role !== 'user') return NONE;
  return new Set([...(replaced.get(part)?.keys() ?? []), ...readWords(part).hidden]);
}

const NONE: ReadonlySet<number> = new Set();

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
    left -= (part.parsed.source.length + 1) * proseRate;
    if (left < 0) break;
    plans.add(part);
  }
  return plans;
}

function partsWhere({ pieces }: SelectionInput, isWanted: (entry: number) => boolean): Part[] {
  return pieces.flatMap((of, at) => (isWanted(at) ? of.flatMap(({ texts }) => texts) : []));
}

function sumWhere({ tokens }: SelectionInput, isWanted: (entry: number) => boolean): number {
  let sum = 0;
  for (const [at, count] of tokens.entries()) if (isWanted(at)) sum += count;
  return sum;
}
