import {
  getRecallPrefixLength,
  isRecord,
  parseGapMarker,
  parseMediaPlaceholder,
  resultParts,
  stripEscapeSequences,
  type ResultPart,
} from '@palimpsest/core-types';

/** Length of the start and the end that are read, in UTF-16 units. */
const WINDOW = 2_000;
/** Length of the very end, in UTF-16 units. */
const LAST_WORDS = 200;

/** Start and end of a result's text, without its recall id and escape sequences. The end starts with a line; for short texts both are the whole text. */
export interface TextEnds {
  readonly head: string;
  readonly tail: string;
  /** The last characters, from anywhere in a line. */
  readonly end: string;
  /** Start and end are the whole text. */
  readonly isWhole: boolean;
}

/** Returns start and end of all texts of a result together, and of each member of a record that holds output. */
export function textEnds(result: unknown): readonly TextEnds[] {
  if (typeof result === 'string') return [endsOf([result])];
  const parts = resultParts(result);
  // A media placeholder is not output.
  const texts = parts.flatMap((part) =>
    part.type === 'text' && parseMediaPlaceholder(part.text) === undefined ? part.text : [],
  );
  const together = texts.length === 0 ? [] : [endsOf(texts)];
  return [...together, ...parts.flatMap(endsOfMembers)];
}

/** Members of a record that hold output; others hold data. */
export const SAID: readonly string[] = 'output content text llmContent result stdout stderr'.split(
  ' ',
);

function endsOfMembers(part: ResultPart): TextEnds[] {
  if (part.type !== 'json') return [];
  const { value } = part;
  if (isTexts(value)) return [endsOf(value)];
  if (!isRecord(value)) return [];
  return SAID.flatMap((name) => {
    const said = value[name];
    if (isTexts(said)) return endsOf(said);
    if (isRecord(said)) return endsOfMembers({ ...part, value: said, path: [...part.path, name] });
    return typeof said === 'string' ? endsOf([said]) : [];
  });
}

/** Returns whether a value is a non-empty list of texts. */
export function isTexts(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')
  );
}

/** Reads the texts as lines of one text: the count of failed tests may be in any of them. */
function endsOf(texts: readonly string[]): TextEnds {
  // The last text may be a gap marker, which does not report the outcome.
  const said = texts.filter((text) => parseGapMarker(text) === undefined);
  const all = texts.filter((text) => parseGapMarker(text) !== 0);
  const [begin = texts[0]!, ...others] = said;
  const first = begin.slice(getRecallPrefixLength(begin));
  const whole = stripEscapeSequences([first, ...others].join('\n'));
  // The omitted end may report the outcome.
  const gap = (parseGapMarker(texts.at(-1)!) ?? 0) > 0 ? '\n…' : '';
  const lineStart = whole.length > WINDOW ? whole.indexOf('\n', whole.length - WINDOW) + 1 : 0;
  return {
    head: whole.slice(0, WINDOW),
    tail: whole.length > WINDOW && lineStart === 0 ? '' : whole.slice(lineStart) + gap,
    end: whole.slice(-LAST_WORDS),
    isWhole: all.length === 1 && whole.length <= WINDOW,
  };
}
