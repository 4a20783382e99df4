import { OptionError } from '@palimpsest/core-types';
import type { Originals, Recalled } from '../originals.ts';
import { InputMistake } from '../tool-input.ts';
import { messageParts } from './message-text.ts';
import { readRecallInput, type RecallInput } from './recall-tool.ts';
import { rangeOf, type TextRange } from './text-range.ts';

interface RecallAnswerOptions {
  /** Maximum length of the original's text in one answer, in UTF-16 units: a whole number of at least 100. @default 16000 */
  readonly maxCharacters?: number;
}

/** The answer of a tool to the model. */
export interface ToolAnswer {
  /** For recall: a first line that names the returned lines and how to request more, and the text. On an error, a sentence with the reason. */
  readonly text: string;
  /** Whether the call failed. */
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
): Promise<ToolAnswer> {
  if (typeof originals?.recall !== 'function') {
    throw new OptionError('originals', originals, 'what openOriginals() returns');
  }
  for (const name of Object.keys(others))
    throw new OptionError('options', name, 'only maxCharacters');
  if (!Number.isSafeInteger(maxCharacters) || maxCharacters < MIN_CHARACTERS) {
    const expected = `a whole number of at least ${MIN_CHARACTERS}`;
    throw new OptionError('maxCharacters', maxCharacters, expected);
  }
  try {
    return await answer(originals, readRecallInput(input), maxCharacters);
  } catch (error) {
    if (error instanceof InputMistake) return refused(error.message);
    throw error;
  }
}

async function answer(
  originals: Pick<Originals, 'recall'>,
  wanted: RecallInput,
  maxCharacters: number,
): Promise<ToolAnswer> {
  const { id, position } = wanted;
  const recalled = await originals.recall(id);
  if (recalled.kind !== 'found') return refused(notRecalled(recalled, id));
  const parts = messageParts(recalled.message);
  const text = parts[position - 1];
  if (text === undefined) {
    const expected =
      parts.length === 1 ? 'part 1, the only one' : `a part from .1 to .${parts.length}`;
    return refused(`id: expected ${expected}, got part ${position} of ${id}.`);
  }
  const range = rangeOf(text, { ...wanted, maxCharacters });
  const notes = [
    linesOf(range),
    ...(recalled.isRedacted ? ['redacted before it was kept'] : []),
    ...nextOf(wanted, range, parts.length),
  ];
  return { text: `[${nameOf(wanted)}: ${notes.join('; ')}]\n${range.text}`, isError: false };
}

function linesOf({ from, to, lines, inLine }: TextRange): string {
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
function nextOf(wanted: RecallInput, { next }: TextRange, parts: number): string[] {
  const notes = parts === 1 ? [] : [`part ${wanted.position} of ${parts}`];
  if (next !== undefined) {
    const { offset } = next;
    const column = next.column === 1 ? undefined : next.column;
    const more = { id: nameOf(wanted), offset, limit: wanted.givenLimit, column };
    notes.push(`to go on: ${JSON.stringify(more)}`);
  }
  if (wanted.position < parts) {
    notes.push(
      `next part: ${JSON.stringify({ id: nameOf({ ...wanted, position: wanted.position + 1 }) })}`,
    );
  }
  return notes;
}

function nameOf({ id, position }: Pick<RecallInput, 'id' | 'position'>): string {
  return position === 1 ? id : `${id}.${position}`;
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

function refused(text: string): ToolAnswer {
  return { text, isError: true };
}
