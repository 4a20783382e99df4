import { createTextParser, type TextParser, type ParsedText } from '@palimpsest/salience';

/** How a text is read: by what it is, as lines whatever it is, or as one unit. */
type ReadingForm = 'read' | 'readProse' | 'parseLines' | 'parseAsOneUnit';

/** Reads each block, or part of one, once and remembers it by identity: blocks are replaced, never changed. */
export interface ParseCache {
  readonly reader: TextParser;
  readonly read: (owner: object, text: string, form: ReadingForm) => ParsedText;
}

/** More words than this are not kept from one history to the next. */
const MOST_ATOMS = 1_000_000;

/** A memory that begins anew, between two compressions, when it has met too many words. */
export function createParseCache(): () => ParseCache {
  let memory = emptyMemory();
  return () => {
    const { atoms, lines } = memory.reader.vocabulary;
    if (atoms + lines > MOST_ATOMS) memory = emptyMemory();
    return memory;
  };
}

function emptyMemory(): ParseCache {
  const reader = createTextParser();
  const known = new WeakMap<object, { readonly form: ReadingForm; readonly reading: ParsedText }>();
  return {
    reader,
    read(owner, text, form) {
      const remembered = known.get(owner);
      if (remembered?.form === form && remembered.reading.source === text)
        return remembered.reading;
      const reading = reader[form](text);
      known.set(owner, { form, reading });
      return reading;
    },
  };
}
