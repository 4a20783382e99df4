import { describeValue } from '@palimpsest/core-types';
import { isRecord } from './is-record.ts';
import { DEFAULT_LINES } from './recall-tool.ts';

/** The parsed input of the recall tool. */
export interface RecallWish {
  /** The first 8 or more digits of an id, in lower case. */
  readonly id: string;
  /** 1-based part of the message. */
  readonly part: number;
  readonly offset: number;
  readonly limit: number;
  readonly column: number;
  /** The limit, if the model set one. */
  readonly givenLimit?: number;
}

const MEMBERS = ['id', 'offset', 'limit', 'column'] as const;
const ID = /^#?([\da-f]{8,64})(?:\.([1-9]\d{0,3}))?$/;
/** Maximum length of an id argument in UTF-16 units. No id is longer, so a huge text is not searched. */
const MAX_ID_LENGTH = 80;

/** Parses what the model sent: an object, or its JSON text. Describes problems in sentences that the model can act on. */
export function readRecallInput(input: unknown): RecallWish | { readonly problems: string } {
  const given = typeof input === 'string' ? parsed(input) : input;
  if (!isRecord(given)) {
    return { problems: problem('input', given, 'an object such as {"id":"1f0c9a3e","offset":1}') };
  }
  const problems: string[] = [];
  const id = readId(given['id']);
  if (id === undefined) {
    const expected = 'the first 8 or more of 64 digits 0-9 and a-f, as in 1f0c9a3e or 1f0c9a3e.2';
    problems.push(problem('id', given['id'], expected));
  }
  const numberOf = (name: 'offset' | 'limit' | 'column'): number | undefined => {
    const value = given[name] ?? undefined;
    const read = readNumber(value);
    if (value !== undefined && read === undefined) {
      problems.push(problem(name, value, 'a whole number of at least 1'));
    }
    return read;
  };
  const [offset = 1, limit, column = 1] = [
    numberOf('offset'),
    numberOf('limit'),
    numberOf('column'),
  ];
  // Ignoring an unknown argument would return other lines than the model requested.
  const unknown = Object.keys(given).find((name) => !MEMBERS.some((known) => known === name));
  if (unknown !== undefined)
    problems.push(problem('input', unknown, `one of ${MEMBERS.join(', ')}`));
  if (id === undefined || problems.length > 0) return { problems: problems.join(' ') };
  const rest = limit === undefined ? {} : { givenLimit: limit };
  return { ...id, offset, limit: limit ?? DEFAULT_LINES, column, ...rest };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function readId(value: unknown): Pick<RecallWish, 'id' | 'part'> | undefined {
  if (typeof value !== 'string' || value.length > MAX_ID_LENGTH) return undefined;
  const [, id, part = '1'] = ID.exec(value.trim().toLowerCase()) ?? [];
  return id === undefined ? undefined : { id, part: Number(part) };
}

/** Returns a positive whole number; `undefined` for other values. Some models write numbers as text. */
function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 1
    ? number
    : undefined;
}

function problem(name: string, received: unknown, expected: string): string {
  return `${name}: expected ${expected}, got ${describeValue(received).toWellFormed()}.`;
}
