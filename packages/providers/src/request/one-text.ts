import type { PlainTurn } from './plain-turns.ts';

/** Turns as one text; who speaks is said where a model spoke before. */
export function oneText(turns: readonly PlainTurn[]): string {
  const isDialogue = turns.some(({ speaker }) => speaker === 'ai');
  return turns.map(({ speaker, text }) => (isDialogue ? `${speaker}: ${text}` : text)).join('\n\n');
}
