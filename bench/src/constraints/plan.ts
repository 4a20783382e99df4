import { createDice } from '../dice.ts';
import { CONSTRAINTS, type Constraint } from './constraints.ts';
import { FRAMING_NAMES, type Framing } from './framings.ts';
import { POSITIONS, type Position } from './place-constraint.ts';

/** Files of the corpus in which people ask agents for something, and whose recordings are enough for a session. */
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

/** Sessions of a family, each beginning with another conversation. */
export const SESSIONS_OF_FAMILY = 2;

/** Per cent of the tokens that each compression should leave. */
export const SHARES = [50, 25, 10, 5] as const;

/** One constraint, said once in one session. */
export interface Case {
  readonly share: (typeof SHARES)[number];
  readonly framing: Framing;
  readonly position: Position;
  readonly constraint: Constraint;
  readonly family: Family;
  /** Which session of the family. */
  readonly session: number;
}

/** Cases that a sample has of each share, framing and position. */
const SAMPLED = 6;
const SEED = 28;

/** Every case there is. */
export function everyCase(): Case[] {
  return placesOf().flatMap((place) =>
    CONSTRAINTS.flatMap((constraint) =>
      sessionsOf().map((session) => ({ ...place, constraint, ...session })),
    ),
  );
}

/** Samples equally many cases of each share, framing and position. Every constraint and every session occurs equally often. */
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

/** A list over and over until it is as long as wanted, in an order that is drawn. */
function shuffled<Item>(items: readonly Item[], length: number, seed: number): Item[] {
  const { between } = createDice(seed);
  const drawn = Array.from({ length }, (_, at) => items[at % items.length]!);
  for (let at = drawn.length - 1; at > 0; at -= 1) {
    const other = between(0, at);
    [drawn[at], drawn[other]] = [drawn[other]!, drawn[at]!];
  }
  return drawn;
}
