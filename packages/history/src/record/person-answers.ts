import {
  getRecallPrefixLength,
  isMarker,
  isRecord,
  soleText,
  type ToolResponseBlock,
} from '@palimpsest/core-types';

/** What a person said in a tool result. The same object for the same block. */
interface PersonAnswer {
  readonly text: string;
}

/** Tools with which agents ask a person, by the last part of their names. */
const QUESTION_TOOL =
  /(?:^|__|[./:])(?:AskUserQuestion|question|request_user_input|ask_?(?:user|human|person|(?:user_|follow_?up_)?question)|user_input)$/i;

/** Claude Code, opencode: `"Which database?"="SQLite, and no ORM". You can now continue …`. */
const PAIR =
  /"([^"]{1,1000})"="([^]{0,5000}?)"(?=, "[^"]{1,1000}"="|\s*(?:$|\.?\s+You can now|selected |user notes))/g;
/** Cline. */
const TAGGED = /^\s*<answer>\s*([^]*?)\s*<\/answer>\s*$/;
/** What hosts write before an answer. */
const INTRODUCTION =
  /^\s*(?:the )?user (?:has )?(?:answered|responded|replied|said)[^:\n]{0,60}:\s*/i;

/** How results begin that a person rejected, and what stands before the reason. Only flagged results: others may contain any text. */
const REJECTED =
  /^\s*(?:error: )?(?:the )?user (?:doesn't want|does not want|rejected|denied|declined)/i;
const REASON =
  /(?:the user said|(?:following|with) (?:reason|feedback|message)[^:\n]{0,40}):\s*(?:<feedback>\s*)?([^]*?)\s*(?:<\/feedback>\s*)?$/i;

const known = new WeakMap<ToolResponseBlock, PersonAnswer | undefined>();

/**
 * Returns what a person said in a tool result: the answers to the questions of an agent, each after its question (`Which database? → SQLite`),
 * or the reason of a rejection. `undefined` for any other result.
 */
export function personAnswer(response: ToolResponseBlock): PersonAnswer | undefined {
  if (known.has(response)) return known.get(response);
  const text = answerIn(response)?.trim() ?? '';
  const answer = text === '' || isMarker(text) ? undefined : { text };
  known.set(response, answer);
  return answer;
}

function answerIn({ toolName, result, error, isError }: ToolResponseBlock): string | undefined {
  const said = soleText(result) ?? '';
  const text = said.slice(getRecallPrefixLength(said));
  const isFlagged = isError === true || (error ?? '').trim() !== '';
  for (const each of isFlagged ? [text, error ?? ''] : []) {
    const reason = REJECTED.test(each) ? REASON.exec(each)?.[1] : undefined;
    if (reason !== undefined) return reason;
  }
  if (isFlagged || !QUESTION_TOOL.test(toolName)) return undefined;
  const record = isRecord(result) ? result : jsonIn(text);
  if (record !== undefined) return [...answersOf(record)].join('\n');
  const pairs = Array.from(text.matchAll(PAIR), ([, asked, answer]) => `${asked} → ${answer}`);
  if (pairs.length > 0) return pairs.join('\n');
  return TAGGED.exec(text)?.[1] ?? text.replace(INTRODUCTION, '');
}

function jsonIn(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Codex: `{ "answers": { "database": { "answers": ["SQLite"] } } }`. Yields the texts in the members that hold answers. */
function* answersOf(record: Readonly<Record<string, unknown>>): Generator<string> {
  for (const [name, value] of Object.entries(record)) {
    if (/^(?:answers?|response|text|output|content|result)$/i.test(name)) yield* textsIn(value);
  }
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) yield* textsIn(each);
}
