import type { CueTable } from './cue-table.ts';

/** English headings that bind the list below them. */
export const ENGLISH_LIST_HEADINGS: Pick<CueTable, 'listHeadings'> = {
  listHeadings: {
    'must-not': [
      "don* nots non anti scope forbidden prohibited allowed restrictions do never avoid: (?:\\p{L}+ ){0,3}(?:don'?ts|do nots|non-goals|anti-patterns|out of scope|forbidden|prohibited|not allowed|restrictions|what not to do|never|avoid)(?: \\p{L}+){0,3}",
    ],
    must: [
      'rule* requirement* constraint* conditions acceptance must ground mandatory format deliverables: (?:\\p{L}+ ){0,3}(?:rules?|requirements?|constraints?|conditions|acceptance criteria|must[- ]haves?|ground rules|mandatory|(?:output|response|answer|reply|result|return) format|format|deliverables)(?: (?:and|for|of|to|on|in)(?: \\p{L}+){1,5})?',
    ],
    should: [
      'guideline* convention* principles style tips recommendation* best important: (?:\\p{L}+ ){0,3}(?:guidelines?|conventions?|principles|style(?: guide)?|tips|recommendations?|best practices|important(?: notes?| points?| things?)?)(?: (?:and|for|of|to|on|in)(?: \\p{L}+){1,5})?',
    ],
    prefer: [
      'preference* nice preferred: (?:\\p{L}+ ){0,2}(?:preferences?|nice[- ]to[- ]haves?|preferred)',
    ],
  },
};

/** Starts of list items that permit something, give an example, or describe the present state. */
export const ENGLISH_PERMISSION: RegExp =
  /(?:^|[-*•.)] |, )(?:you (?:can|may)|e\.g\.,?|for (?:example|instance),?) |(?:is|are) (?:already|pre-?\w+)/i;

/** Starts of tips that only state something. */
export const ENGLISH_STATEMENT: RegExp =
  /(?:^|[-*•.)] |, )(?:it is|it's|there (?:is|are)|this is) /i;
