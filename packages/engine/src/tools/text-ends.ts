import {
  getRecallPrefixLength,
  isRecord,
  parseGapMarker,
  parseMediaPlaceholder,
  resultParts,
  stripEscapeSequences,
  type ResultPart,
} from '@palimpsest/core-types';

/** Length of the start and the end that are read, in UTF-16 units: about 30 lines, for the messages at the start and the verdict at the end. */
const ENDS_LENGTH = 2_000;
/** Length of the very end, in UTF-16 units: the metadata after the output in Codex has less than 150. */
const VERY_END_LENGTH = 200;

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

/** Names of the members of a record that hold output; others hold data. */
export const OUTPUT_MEMBERS: readonly string[] =
  'output content text llmContent result stdout stderr'.split(' ');

function endsOfMembers(part: ResultPart): TextEnds[] {
  if (part.type !== 'json') return [];
  const { value } = part;
  if (isTexts(value)) return [endsOf(value)];
  if (!isRecord(value)) return [];
  return OUTPUT_MEMBERS.flatMap((name) => {
    const output = value[name];
    if (isTexts(output)) return endsOf(output);
    if (isRecord(output))
      return endsOfMembers({ ...part, value: output, path: [...part.path, name] });
    return typeof output === 'string' ? endsOf([output]) : [];
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
  const outputs = texts.filter((text) => parseGapMarker(text) === undefined);
  const all = texts.filter((text) => parseGapMarker(text) !== 0);
  const [firstOutput = texts[0]!, ...others] = outputs;
  const first = firstOutput.slice(getRecallPrefixLength(firstOutput));
  const whole = stripEscapeSequences([first, ...others].join('\n'));
  // The omitted end may report the outcome.
  const gap = (parseGapMarker(texts.at(-1)!) ?? 0) > 0 ? '\n…' : '';
  const lineStart =
    whole.length > ENDS_LENGTH ? whole.indexOf('\n', whole.length - ENDS_LENGTH) + 1 : 0;
  return {
    head: whole.slice(0, ENDS_LENGTH),
    tail: whole.length > ENDS_LENGTH && lineStart === 0 ? '' : whole.slice(lineStart) + gap,
    end: whole.slice(-VERY_END_LENGTH),
    isWhole: all.length === 1 && whole.length <= ENDS_LENGTH,
  };
}
