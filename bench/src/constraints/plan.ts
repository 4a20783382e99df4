import { createDice } from '../dice.ts';
import { CONSTRAINTS, type Constraint } from './constraints.ts';
import { FRAMING_NAMES, type Framing } from './framings.ts';
import { POSITIONS, type Position } from './place-constraint.ts';

/** Corpus files in which users give agents tasks, with enough recordings for a session. */
export const FAMILIES = [
  'coding-claude-code',
  'coding-openhands',
  'coding-swe-agent',
  'coding-pi',
  'coding-aider',
  'service-tau-bench',
  'service-tau2-telecom',
  'research-whowhen',
  'zh-crosswoz',
] as const;
export type Family = (typeof FAMILIES)[number];

/** Sessions per family; each starts with another conversation. */
export const SESSIONS_OF_FAMILY = 2;

/** Targets of the compressions, in per cent of the tokens. */
const SHARES = [50, 25, 10, 5] as const;

/** One constraint, stated once in one session. */
export interface Case {
  readonly share: (typeof SHARES)[number];
  readonly framing: Framing;
  readonly position: Position;
  readonly constraint: Constraint;
  readonly family: Family;
  /** Index of the session within the family. */
  readonly session: number;
}

/** Number of sampled cases per share, framing and position. */
const SAMPLED = 6;
const SEED = 28;

/** Samples the same number of cases for each share, framing and position. Constraints and sessions occur about equally often. */
export function sampledCases(): Case[] {
  const places = placesOf().flatMap((place) => Array.from({ length: SAMPLED }, () => place));
  const constraints = shuffled(CONSTRAINTS, places.length, SEED);
  const sessions = shuffled(sessionsOf(), places.length, SEED + 1);
  return places.map((place, at) => ({
    ...place,
    constraint: constraints[at]!,
    ...sessions[at]!,
  }));
}

function placesOf(): Pick<Case, 'share' | 'framing' | 'position'>[] {
  return SHARES.flatMap((share) =>
    FRAMING_NAMES.flatMap((framing) => POSITIONS.map((position) => ({ share, framing, position }))),
  );
}

function sessionsOf(): Pick<Case, 'family' | 'session'>[] {
  return FAMILIES.flatMap((family) =>
    Array.from({ length: SESSIONS_OF_FAMILY }, (_, session) => ({ family, session })),
  );
}

/** Returns a list, repeated up to a length, in a seeded random order. */
function shuffled<Item>(items: readonly Item[], length: number, seed: number): Item[] {
  const { between } = createDice(seed);
  const drawn = Array.from({ length }, (_, at) => items[at % items.length]!);
  for (let at = drawn.length - 1; at > 0; at -= 1) {
    const other = between(0, at);
    [drawn[at], drawn[other]] = [drawn[other]!, drawn[at]!];
  }
  return drawn;
}
