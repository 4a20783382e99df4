import { OptionError } from '@palimpsest/core-types';
import type { Originals, Recalled } from '../originals.ts';
import { InputMistake } from '../tool-input.ts';
import { messageParts } from './message-text.ts';
import { readRecallInput, type RecallWish } from './recall-tool.ts';
import { rangeOf, type TextRange } from './text-range.ts';

interface RecallAnswerOptions {
  /** Maximum length of the original's text in one answer, in UTF-16 units: a whole number of at least 100. @default 16000 */
  readonly maxCharacters?: number;
}

/** The answer of the recall tool to the model. */
export interface RecallAnswer {
  /** A first line that names the returned lines and how to request more, followed by the text. On an error, a sentence with the reason. */
  readonly text: string;
  /** Whether no text was returned. */
  readonly isError: boolean;
}

const DEFAULT_CHARACTERS = 16_000;
const MIN_CHARACTERS = 100;

/**
 * Answers a call of the recall tool. `input` is what the model sent: an object, or its JSON text. Returns only originals of this session.
 * Describes invalid input in the answer and never throws for it; rejects if the store fails.
 *
 * @throws {OptionError} when `originals` or an option is invalid
 */
export async function answerRecall(
  originals: Pick<Originals, 'recall'>,
  input: unknown,
  { maxCharacters = DEFAULT_CHARACTERS, ...others }: RecallAnswerOptions = {},
): Promise<RecallAnswer> {
  if (typeof originals?.recall !== 'function') {
    throw new OptionError('originals', originals, 'what openOriginals() returns');
  }
  for (const name of Object.keys(others))
    throw new OptionError('options', name, 'only maxCharacters');
  if (!Number.isSafeInteger(maxCharacters) || maxCharacters < MIN_CHARACTERS) {
    const expected = `a whole number of at least ${MIN_CHARACTERS}`;
    throw new OptionError('maxCharacters', maxCharacters, expected);
  }
  let wish: RecallWish;
  try {
    wish = readRecallInput(input);
  } catch (error) {
    if (error instanceof InputMistake) return refused(error.message);
    throw error;
  }
  const recalled = await originals.recall(wish.id);
  if (recalled.kind !== 'found') return refused(notRecalled(recalled, wish.id));
  const parts = messageParts(recalled.message);
  const text = parts[wish.part - 1];
  if (text === undefined) {
    const expected =
      parts.length === 1 ? 'part 1, the only one' : `a part from .1 to .${parts.length}`;
    return refused(`id: expected ${expected}, got part ${wish.part} of ${wish.id}.`);
  }
  const range = rangeOf(text, { ...wish, maxCharacters });
  if (range.kind === 'beyond') {
    return refused(
      `offset: expected a line from 1 to ${range.lines}, the last line, got ${wish.offset}.`,
    );
  }
  if (range.kind === 'beyond-line') {
    const { length } = range;
    return refused(
      `column: expected a character from 1 to ${Math.max(1, length)}, the last of line ${wish.offset}, got ${wish.column}.`,
    );
  }
  const notes = [
    linesOf(range),
    ...(recalled.isRedacted ? ['redacted before it was kept'] : []),
    ...nextOf(wish, range, parts.length),
  ];
  return { text: `[${nameOf(wish)}: ${notes.join('; ')}]\n${range.text}`, isError: false };
}

type FoundRange = Extract<TextRange, { readonly kind: 'found' }>;

function linesOf({ from, to, lines, inLine }: FoundRange): string {
  const within =
    inLine === undefined
      ? ''
      : `, line ${from} from character ${inLine.from} to ${inLine.to} of ${inLine.of}`;
  if (from === 1 && to === lines && inLine === undefined) {
    return lines === 1 ? 'the one line there is' : `all ${lines} lines`;
  }
  return `${from === to ? `line ${from}` : `lines ${from} to ${to}`} of ${lines}${within}`;
}

/** Returns how to request the text that follows, as arguments that the model can copy. */
function nextOf(wish: RecallWish, { next }: FoundRange, parts: number): string[] {
  const notes = parts === 1 ? [] : [`part ${wish.part} of ${parts}`];
  if (next !== undefined) {
    const { offset } = next;
    const column = next.column === 1 ? undefined : next.column;
    const more = { id: nameOf(wish), offset, limit: wish.givenLimit, column };
    notes.push(`to go on: ${JSON.stringify(more)}`);
  }
  if (wish.part < parts) {
    notes.push(`next part: ${JSON.stringify({ id: nameOf({ ...wish, part: wish.part + 1 }) })}`);
  }
  return notes;
}

function nameOf({ id, part }: Pick<RecallWish, 'id' | 'part'>): string {
  return part === 1 ? id : `${id}.${part}`;
}

function notRecalled(reason: Exclude<Recalled, { readonly kind: 'found' }>, id: string): string {
  if (reason.kind === 'unknown') {
    return `Unknown id ${id}: nothing was kept under it in this session. Ids stand where a text was shortened.`;
  }
  if (reason.kind === 'ambiguous') {
    return `${id} could be any of ${reason.candidates} originals: give more of the id.`;
  }
  return reason.reason === 'absent'
    ? `${id} was kept, but the store does not have it any more. It cannot be recalled.`
    : `${id} was kept, but is damaged in the store. It cannot be recalled.`;
}

function refused(text: string): RecallAnswer {
  return { text, isError: true };
}
