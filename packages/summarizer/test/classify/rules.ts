import type { Candidate } from '@palimpsest/summarizer/classify';

/** Returns plain prose of this length. */
export function prose(length: number): string {
  return 'The old cable lies behind the shelf, and nobody has moved it since. '
    .repeat(Math.ceil(length / 68))
    .slice(0, length);
}

/** Returns a message in the middle of a long history that no rule matches. */
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

/** Returns a fence after prose of this length. */
export function fenced(proseLength: number): string {
  return `${prose(proseLength).trim().padEnd(proseLength, 'x')}\n\n~~~\n${'let it = be\n'.repeat(12)}~~~\n`;
}
