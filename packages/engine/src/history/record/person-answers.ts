import {
  getRecallPrefixLength,
  isMarker,
  isRecord,
  soleText,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { parseJsonRecord } from '../../text/parse-json-record.ts';

/**
 * Tools with which agents ask a person. `question`, `user_input` and `ask_question` only as whole names: with the prefix of a server, such as
 * `faq__question`, they are other tools.
 */
const QUESTION_TOOL =
  /^(?:question|user_input)$|(?:^|__|[./:])(?:AskUserQuestion|request_user_input|ask_?(?:user|human|person|(?:user_|follow_?up_)question))$|^ask_?question$/i;
/** Hosts of these tools write pairs. Any other text of theirs is a message of the host. */
const WRITES_PAIRS = /(?:AskUser|^ask_?|^)question$/i;

/** Claude Code, opencode: `"Which database?"="SQLite" user notes: no ORM, "Port?"="8080". You can now continue …`. */
const PAIRS_START = /^(?:[^"\n]{0,120}:\s{0,9})?"/;
const PAIR_MIDDLE = /"="|"=(?=\(no option selected\))/g;
/** Ends an answer that notes follow. */
const AFTER_ANSWER = /"\s*(?=(?:selected preview|user notes|notes): ?)/i;
const INVITATION =
  /(?:^|\s)(?:You can now continue|Read the answers carefully|Continue with the)[^"\n]{0,200}$/;

/** What hosts write before an answer. */
const INTRODUCTION =
  /^\s*(?:the )?user (?:has )?(?:answered|responded|replied|said)[^:\n]{0,60}:\s*/i;
/** What hosts write in place of an answer. */
const NO_ANSWER =
  /^\s*(?:(?:\(no option selected\)|unanswered|no (?:answer|response)(?: (?:was )?(?:after|given|provided|received)\b[^\n]{0,60})?)[.\s]*$|(?:the )?user (?:did not|didn't|has not|declined to|chose not to) (?:answer|respond|reply|provide)|(?:the )?user (?:dismissed|skipped|cancell?ed|submitted without)\b)/i;
const NO_OPTION = /^\s*\(no option selected\)[.\s]*/;

/** The sentences with which hosts introduce the reason of a rejection. Only flagged results: others may contain any text. */
const REJECTIONS: readonly RegExp[] = [
  // Claude Code.
  /^\s*(?:The user doesn['’]t want to (?:proceed with this tool use|take this action right now)|Permission for this tool use was denied)\. (?:The tool use was rejected \([^()\n]{0,120}\)\. )?(?:To tell you how to proceed, the user said|The user said|The user provided the following reason for the rejection):/,
  // Cline.
  /^\s*The user denied this operation and provided the following feedback:/,
  // opencode.
  /^\s*(?:Error: )?The user rejected permission to use this specific tool call with the following feedback:/,
];

/** Members of a record that hold what a person answered. */
const ANSWER_MEMBER = /^(?:answers?|response)$/i;

const known = new WeakMap<ToolResponseBlock, string | undefined>();

/**
 * Returns what a person said in a tool result: the answers to the questions of an agent, each after its question (`Which database? → SQLite`),
 * or the reason of a rejection. `undefined` for any other result.
 */
export function personAnswer(response: ToolResponseBlock): string | undefined {
  if (known.has(response)) return known.get(response);
  const text = answerIn(response)?.trim() ?? '';
  const answer = text === '' || isMarker(text) ? undefined : text;
  known.set(response, answer);
  return answer;
}

function answerIn({ toolName, result, error, isError }: ToolResponseBlock): string | undefined {
  const said = soleText(result) ?? '';
  const text = said.slice(getRecallPrefixLength(said));
  if (isError === true || (error ?? '').trim() !== '')
    return reasonIn(text) ?? reasonIn(error ?? '');
  if (!QUESTION_TOOL.test(toolName)) return undefined;
  const parsed = parseJsonRecord(text);
  const answers = [result, parsed].flatMap((each) => (isRecord(each) ? answersOf(each) : []));
  if (answers.length > 0) return answers.join('\n');
  if (parsed !== undefined) return undefined;
  return answerInText(text, WRITES_PAIRS.test(toolName));
}

function reasonIn(text: string): string | undefined {
  const introduction = REJECTIONS.map((each) => each.exec(text)?.[0]).find((each) => each != null);
  if (introduction === undefined) return undefined;
  const reason = text.slice(introduction.length);
  return between(reason, '<feedback>', '</feedback>') ?? reason;
}

function answerInText(text: string, isPairs: boolean): string | undefined {
  const pairs = pairsIn(text);
  if (pairs !== undefined) return pairs.join('\n');
  if (isPairs || NO_ANSWER.test(text)) return undefined;
  // Cline.
  const tagged = between(text, '<answer>', '</answer>');
  const answer = tagged ?? text.replace(INTRODUCTION, '');
  return NO_ANSWER.test(answer) ? undefined : answer;
}

/** Returns the answers of a text of pairs, each after its question; `undefined` for another text. Questions and answers may contain quotes. */
function pairsIn(text: string): readonly string[] | undefined {
  const start = PAIRS_START.exec(text)?.[0].length;
  if (start === undefined) return undefined;
  const body = text.slice(start).replace(INVITATION, '');
  const middles = Array.from(body.matchAll(PAIR_MIDDLE), ({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
  const [first] = middles;
  if (first === undefined) return undefined;
  const pairs: string[] = [];
  let question = body.slice(0, first.start);
  let answerStart = first.end;
  for (const [at, { end }] of middles.entries()) {
    const next = middles[at + 1];
    const following = body.slice(end, next?.start);
    const length = next === undefined ? following.length : following.lastIndexOf(', "');
    // No question follows: the next middle is a part of this answer.
    if (length < 0) continue;
    const answer = withNotes(body.slice(answerStart, end + length));
    if (answer !== '') pairs.push(`${question} → ${answer}`);
    if (next === undefined) break;
    question = following.slice(length + ', "'.length);
    answerStart = next.end;
  }
  return pairs;
}

/** Returns an answer up to its quotation mark, and on lines of their own the notes of the person after it. */
function withNotes(text: string): string {
  const notes = AFTER_ANSWER.exec(text);
  const quote = notes?.index ?? text.lastIndexOf('"');
  const isSelected = quote >= 0 && !NO_OPTION.test(text);
  const answer = isSelected ? text.slice(0, quote) : '';
  const after = text.slice(quote + 1).replace(isSelected ? /^[.\s]+/ : NO_OPTION, '');
  return [answer, after].filter((each) => each.trim() !== '' && !NO_ANSWER.test(each)).join('\n');
}

function between(text: string, open: string, close: string): string | undefined {
  const start = text.indexOf(open);
  const end = text.lastIndexOf(close);
  return start < 0 || end < start ? undefined : text.slice(start + open.length, end).trim();
}

/** Codex: `{ "answers": { "database": { "answers": ["SQLite"] } } }`. */
function answersOf(record: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(record).flatMap(([name, value]) =>
    ANSWER_MEMBER.test(name) ? [...textsIn(value)] : [],
  );
}

/** Yields the texts in a value, each after the question that names it. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (value.trim() !== '' && !NO_ANSWER.test(value)) yield value;
  } else if (isRecord(value)) {
    const { question, answer } = value;
    const asked = typeof question === 'string' ? { [question]: answer } : value;
    for (const [name, each] of Object.entries(asked)) {
      const isQuestion = name === question || /\?$|\s/.test(name);
      for (const text of textsIn(each)) yield isQuestion ? `${name} → ${text}` : text;
    }
  } else if (Array.isArray(value)) for (const each of value as unknown[]) yield* textsIn(each);
}
