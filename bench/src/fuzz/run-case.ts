import fc from 'fast-check';
import type { FuzzKind, Problem } from './fuzz-kind.ts';

/** Identifies a case. The list of kinds and these two numbers determine it. */
export interface CaseAddress {
  readonly seed: number;
  readonly index: number;
}

export interface JudgedCase {
  readonly kind: string;
  readonly subject: string;
  readonly problems: readonly Problem[];
}

/** Returns the kind of a case. */
export function kindOf(kinds: readonly FuzzKind[], address: CaseAddress): FuzzKind {
  const total = kinds.reduce((sum, { weight }) => sum + weight, 0);
  let left = (numberOf(address, 1) / 2 ** 32) * total;
  for (const kind of kinds) {
    left -= kind.weight;
    if (left < 0) return kind;
  }
  return kinds.at(-1)!;
}

/** Returns the seed from which fast-check draws a case. */
export function seedOf(address: CaseAddress): number {
  return numberOf(address, 2) | 0;
}

/** Draws a case and judges it. */
export async function runCase(
  kinds: readonly FuzzKind[],
  address: CaseAddress,
): Promise<JudgedCase> {
  const kind = kindOf(kinds, address);
  const [one] = fc.sample(kind.cases, { seed: seedOf(address), numRuns: 1 });
  return { kind: kind.name, subject: kind.subject(one), problems: await judgeCase(kind, one) };
}

/** Judges a case. A thrown error is also a problem. */
export async function judgeCase(kind: FuzzKind, one: unknown): Promise<readonly Problem[]> {
  try {
    return await kind.judge(one);
  } catch (error) {
    const where = error instanceof Error ? (error.stack ?? '').split('\n').slice(0, 6) : [];
    return [{ rule: 'throws', message: [String(error), ...where.slice(1)].join('\n') }];
  }
}

/** Returns a 32-bit hash of an address (murmur3). */
function numberOf({ seed, index }: CaseAddress, purpose: number): number {
  let hash = purpose;
  for (const part of [seed, Math.floor(seed / 2 ** 32), index, Math.floor(index / 2 ** 32)]) {
    let mixed = Math.imul(part, 0xcc9e2d51);
    mixed = Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
    hash ^= mixed;
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
