import { readingSession } from '../sessions.ts';

/** What an agent would send to its provider next. */
export const messages: { readonly content?: unknown }[] = readingSession(20);
