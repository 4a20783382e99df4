import type { Candidate } from '@palimpsest/classifier';

/** Prose without anything in it, of a length. */
export function prose(length: number): string {
  return 'The old cable lies behind the shelf, and nobody has moved it since. '
    .repeat(Math.ceil(length / 68))
    .slice(0, length);
}

/** A message in the middle of a long history that no rule holds. */
export function candidate(changes: Partial<Candidate> = {}): Candidate {
  return {
    text: prose(400),
    role: 'user',
    position: 50,
    total: 100,
    hasToolCalls: false,
    ...changes,
  };
}

/** A fence with prose before it, of a length. */
export function fenced(proseLength: number): string {
  return `${prose(proseLength).trim().padEnd(proseLength, 'x')}\n\n~~~\n${'let it = be\n'.repeat(12)}~~~\n`;
}
