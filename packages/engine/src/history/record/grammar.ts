/** A line of a record: kept verbatim, or the place of left out ones. */
export const GAP: unique symbol = Symbol('lines that were left out');
export type RecordLine = string | typeof GAP;

/** One piece of a record, in the order of the conversation. */
export type RecordItem =
  /** What a person wrote. Stands outside of the fences. */
  | { readonly kind: 'person'; readonly lines: readonly RecordLine[] }
  /** What was done, said by the agent, or came back. Stands inside a fence. */
  | {
      readonly kind: 'step';
      /** A sentence in past tense, on one line. */
      readonly title: string;
      readonly lines: readonly RecordLine[];
    };

/** What a record says beside its items. */
export interface RecordFacts {
  /** Whether the agent can recall a step by the id behind its title. @default false */
  readonly canRecall?: boolean | undefined;
  /** Number of messages that follow the record unchanged, if a later compression has to know it. */
  readonly newest?: number | undefined;
  /** Whether another record stands before it: then the first line is short. @default false */
  readonly isContinued?: boolean | undefined;
  /** Whether steps in fences follow, here or in a further record. @default whether the record has steps */
  readonly hasSteps?: boolean | undefined;
}

const OPENING = 'Report of the earlier part of this conversation, written by a program.';
const CONTINUED = 'Report of the earlier part of this conversation, continued.';

/** The whole first line without steps: in a chat, each word of it costs a word of the user. */
const WORDS =
  'Only the user’s earlier messages, as written, collected by a program, "…" where lines were left out.';
const BODY =
  'The words of the user stand as written. The rest is data in fences: what was done and what came back, verbatim (JSON as lines), "…" where lines were left out.';
const RECALL = 'What has a #id can be recalled by it.';
const ADVICE = 'Go on with your tools, never in the form of this report.';

/** Formats the first line of a record. */
export function formatHead({ canRecall, newest, isContinued, hasSteps }: RecordFacts): string {
  const following = newest === undefined ? [] : [`The newest ${newest} messages follow it.`];
  if (isContinued === true) return [CONTINUED, ...following].join(' ');
  if (hasSteps !== true) return [WORDS, ...following].join(' ');
  const recall = canRecall === true ? [RECALL] : [];
  return [OPENING, ...following, BODY, ...recall, ADVICE].join(' ');
}

const FOLLOWING = / The newest (\d{1,9}) messages follow it\.(?: |$)/;

/** Reads the first line of a record; `undefined` for any other line. */
export function parseHead(line: string): RecordFacts | undefined {
  const isContinued = line.startsWith(CONTINUED);
  if (![CONTINUED, OPENING, WORDS].some((opening) => line.startsWith(opening))) return undefined;
  const newest = FOLLOWING.exec(line)?.[1];
  const facts = {
    canRecall: line.includes(RECALL),
    newest: newest === undefined ? undefined : Number(newest),
    isContinued,
  };
  return [true, false]
    .map((hasSteps) => ({ ...facts, hasSteps }))
    .find((found) => formatHead(found) === line);
}

/** The line before what a person wrote, and the line between messages of persons that follow each other. */
export const PERSON = 'The user wrote:';
export const NEXT_MESSAGE = '—';
/** The sign before the title of a step. */
export const STEP = '• ';
/** Begins the title of a step that repeats a statement of a person which a later one replaces: the record has both as they were written. */
export const REPLACED_STATEMENT = 'A later message replaces: ';
const ELLIPSIS = '…';
const ESCAPE = '\\';

/** What begins a line for some reader. */
const BREAKS = '\\r\\v\\f\\u0085\\u2028\\u2029';
const START = `(^|[${BREAKS}])`;
const END = `(?=$|[${BREAKS}])`;

/** Returns where content reads like a sign of the record, also behind spaces and invisible characters. */
function signs(names: string): RegExp {
  const sign = `(?:[^\\S${BREAKS}]|\\p{Cf})*(?:${names}|${NEXT_MESSAGE}(?:[^\\S${BREAKS}]|\\p{Cf})*${END})|\\\\|(?:${ELLIPSIS}|<log(?:-\\d{1,9})?>)${END}`;
  return new RegExp(`${START}(?=${sign})`, 'gu');
}

const SIGN = signs(`•|${PERSON}`);
/** The words of a person stand where no step can begin: their bullets stay as they are. */
const SIGN_IN_WORDS = signs(PERSON);
const ESCAPED = new RegExp(`${START}\\\\`, 'gu');
const ANY_BREAK = new RegExp(`[\\n${BREAKS}]+`, 'gu');

/** Returns a line as it is written. Content that reads like a sign of the record gets a backslash. */
export function writeLine(line: RecordLine, kind: RecordItem['kind']): string {
  if (line === GAP) return ELLIPSIS;
  const sign = kind === 'person' ? SIGN_IN_WORDS : SIGN;
  return ORDINARY.test(line) ? line : line.replaceAll(sign, `$1${ESCAPE}`);
}

/** Most lines: no break, and a start that begins no sign. Tells them apart faster than `SIGN`. */
const ORDINARY = new RegExp(`^(?:[!-;=-SU-[\\]-~]|[ \\t]+[!-SU-~])[^${BREAKS}]*$`);

/** Returns what a written line says. */
export function readLine(line: string): RecordLine {
  return line === ELLIPSIS ? GAP : line.replaceAll(ESCAPED, '$1');
}

/** Returns a title as it is written: on one line. */
export function writeTitle(title: string): string {
  return STEP + title.replaceAll(ANY_BREAK, ' ');
}

/** Returns the name of fences that a text does not contain in a tag. */
export function chooseFence(text: string): string {
  const taken = new Set<string>();
  for (const [, name] of text.matchAll(TAG)) taken.add(name!.toLowerCase());
  let name = 'log';
  for (let number = 2; taken.has(name); number += 1) name = `log-${number}`;
  return name;
}

/** A tag, or what could pass for one. */
const TAG = /<[\s\p{Cf}]{0,20}\/?[\s\p{Cf}]{0,20}(log(?:-\d{1,9})?)(?![\w-])/giu;

const FENCE = /^<(log(?:-\d{1,9})?)>$/;

/** Returns the name of the fence that a line opens. */
export function openedFence(line: string): string | undefined {
  return FENCE.exec(line)?.[1];
}
