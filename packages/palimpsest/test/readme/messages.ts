import { readingSession } from '../sessions.ts';

const [system, , ...reads] = readingSession(20);
const found = `${'const a = 1;\n'.repeat(17)}let retryDelay = 250;\n${'const b = 2;\n'.repeat(32)}`;
reads[1] = { ...reads[1], content: found };

/** The messages that an agent would send in its next request. */
export const messages: { readonly content?: unknown }[] = [
  { ...system },
  { role: 'user', content: 'Where is retryDelay set?' },
  ...reads,
];
