import { createTextParser, type TextParser } from '../reading/create-text-parser.ts';
import type { ParsedText } from '../reading/parsed-text.ts';

/** How a text is parsed: by its own form, by sentences, by lines, or as one unit. */
type ReadingForm = 'read' | 'readProse' | 'parseLines' | 'parseProse' | 'parseAsOneUnit';

/** Parses each block, or part of one, once. Cached by identity: blocks are replaced, never mutated. */
export interface ParseCache {
  readonly reader: TextParser;
  readonly read: (owner: object, text: string, form: ReadingForm) => ParsedText;
}

/** Number of terms above which the cache is cleared. */
const MAX_TERMS = 1_000_000;

/** Creates a cache that is cleared between compressions when it holds too many terms. */
export function createParseCache(): () => ParseCache {
  let memory = emptyMemory();
  return () => {
    const { terms, lines } = memory.reader.vocabulary;
    if (terms + lines > MAX_TERMS) memory = emptyMemory();
    return memory;
  };
}

interface Remembered {
  readonly text: string;
  readonly form: ReadingForm;
  readonly parsed: ParsedText;
}

function emptyMemory(): ParseCache {
  const reader = createTextParser();
  const known = new WeakMap<object, Remembered>();
  return {
    reader,
    read(owner, text, form) {
      const remembered = known.get(owner);
      if (remembered?.form === form && remembered.text === text) return remembered.parsed;
      const parsed = reader[form](text);
      known.set(owner, { text, form, parsed });
      return parsed;
    },
  };
}
