import { personAnswer } from '@palimpsest/engine/history';
import { shortObject, type KnownPaths } from '@palimpsest/engine/tools';
import { textsOfBlock } from './block-texts.ts';
import type { Step } from './pieces.ts';

/** How much the list of a run of steps says: each object, or only how many there were. */
export type Detail = 'objects' | 'counts';

/** A step of which no line is kept. */
export interface BareStep {
  readonly step: Step;
  /** Whether the selection chose its object: it is named in any case. */
  readonly isNamed: boolean;
  /** Recall id of its result, if it has one that is left out. */
  readonly id: string | undefined;
}

/** The verb of a command that is too long for a title. A list that only counts does not tell them apart. */
const LONG_COMMAND = 'Ran a command';
/** Steps of which nothing is left if no line is. */
const UNSAID: ReadonlySet<string> = new Set(['Said', 'Received', 'The agent program added']);
/** Further objects that one list names; the others are counted. */
const MAX_OBJECTS = 12;
/** A result up to this length is named with its step. In characters. */
const SHORT_RESULT = 60;
/** A longer object is shortened, if it has several words. In characters. */
const OBJECT_LENGTH = 80;

/**
 * Returns the sentences for a run of steps of which no line is kept: `Read a.ts, b.ts (2 times); ran make (failed)`. Steps whose results are said
 * have sentences of their own: `Searched for openGate, openLock: No files found`.
 *
 * @param known gets the paths that this sentence names
 */
export function listSteps(steps: readonly BareStep[], detail: Detail, known: KnownPaths): string[] {
  const groups = new Map<string, Group>();
  for (const bare of steps) {
    const { verb, call } = bare.step;
    if (UNSAID.has(verb) || call?.plan === 'replaced') continue;
    const name = detail === 'counts' && verb === LONG_COMMAND ? 'Ran' : verb;
    const end = detail === 'counts' ? '' : endOf(bare.step);
    const key = end === '' ? name : `${name}:`;
    const group = groups.get(key) ?? { verb: name, hasEnds: end !== '', steps: [] };
    group.steps.push({ ...bare, end });
    groups.set(key, group);
  }
  const sentences: string[] = [];
  let isOpen = false;
  for (const { verb, hasEnds, steps: group } of groups.values()) {
    const clause =
      detail === 'counts' ? countClause(verb, group, known) : objectClause(verb, group, known);
    // A result must not be read as that of the clauses before it.
    if (isOpen && !hasEnds)
      sentences.push(
        `${sentences.pop()!}; ${clause.replace(/^\p{Lu}/u, (first) => first.toLowerCase())}`,
      );
    else sentences.push(clause);
    isOpen = !hasEnds;
  }
  return sentences;
}

/** A step, with how it ended. */
interface EndedStep extends BareStep {
  readonly end: string;
}

/** Steps with the same verb, of all of which it is said how they ended, or of none. */
interface Group {
  readonly verb: string;
  readonly hasEnds: boolean;
  readonly steps: EndedStep[];
}

/** A text in tags, as some agents pass errors to their model. */
const TAGS = /^<(\w+)>([^<>]*)<\/\1>$/;

/** Returns the result of a step if it is one short line: that says more than that there was one. */
export function shortResult({ texts }: Step): string {
  const [result, ...others] = texts.filter(({ role }) => role === 'result');
  if (result === undefined || others.length > 0) return '';
  const text = result.parsed.source.trim().replace(TAGS, '$2');
  return text.length <= SHORT_RESULT && !text.includes('\n') ? text : '';
}

/** Returns whether the result of a step is empty. One that an earlier compression took out is not. */
function isEmpty({ response, texts, media }: Step): boolean {
  return (
    response !== undefined &&
    personAnswer(response) === undefined &&
    media.length === 0 &&
    texts.every(({ role }) => role !== 'result') &&
    textsOfBlock(response).every(({ source }) => source.trim() === '')
  );
}

/** Words by which programs say how they ended. */
const OUTCOME =
  /\b(?:pass(?:ed|ing)?|fail(?:ed|ing|ures?)?|errors?|ok|done|success\w*|succeeded|completed?|issues?|problems?|warnings?|changed|up[ -]to[ -]date|clean|built|compiled|finished|exit(?:ed)?)\b/i;
/** The end of a line of code: a command that prints a file does not say how it ended. */
const CODE = /[{}[(;,]$/;
/** Lines at the end of an output that are searched for one. */
const LAST_LINES = 5;
/** Only this much of the end is read. In characters. */
const END_LENGTH = 2_000;

/** Returns how a step ended, in a few words: its result, or the last line of a command that says so; empty if neither is short. */
function endOf(step: Step): string {
  const short = shortResult(step);
  if (short !== '' || step.call?.command === undefined) return short;
  if (isEmpty(step)) return 'no output';
  const result = step.texts.findLast(({ role }) => role === 'result');
  const lines =
    result?.parsed.source.slice(-END_LENGTH).trimEnd().split('\n').slice(-LAST_LINES) ?? [];
  const said =
    lines.map((line) => line.trim()).findLast((line) => OUTCOME.test(line) && !CODE.test(line)) ??
    '';
  return said !== '' && said.length <= SHORT_RESULT ? `… ${said}` : '';
}

/** What is counted where the objects of steps are not named. */
const COUNTED: Readonly<Record<string, readonly [verb: string, one: string, many: string]>> = {
  Read: ['Read', 'file', 'files'],
  'Looked at': ['Looked at', 'path', 'paths'],
  Edited: ['Made', 'edit', 'edits'],
  Wrote: ['Wrote', 'file', 'files'],
  Ran: ['Ran', 'command', 'commands'],
  'Searched for': ['Made', 'search', 'searches'],
  Fetched: ['Fetched', 'page', 'pages'],
  'Looked up': ['Looked up', 'thing', 'things'],
};

function countClause(verb: string, group: readonly BareStep[], known: KnownPaths): string {
  const failed = group.filter(({ step }) => step.call?.hasFailed === true).length;
  const { length } = group;
  const isAnyFolder = verb === 'Read' && group.some(({ step }) => mayBeFolder(step));
  const counted = COUNTED[isAnyFolder ? 'Looked at' : verb];
  // A verb alone says nothing.
  const [first] = group;
  const isFile = length === 1 && first!.step.path !== undefined;
  const name = isFile ? ` ${shortened(shortObject(first!.step, known))}` : '';
  if (counted === undefined || name !== '')
    return `${verb}${name}${endingOf(group.map(({ step }) => step))}`;
  const [start, one, many] = counted;
  const all = length === 1 ? ' (failed)' : ' (all failed)';
  const ending = failed === 0 ? '' : failed === length ? all : ` (${failed} failed)`;
  return `${start} ${length} ${length === 1 ? one : many}${ending}`;
}

/** Returns whether the path of a step has no extension: some tools read files and list folders. */
function mayBeFolder({ path }: Step): boolean {
  return path !== undefined && !/\.\w+$/.test(path);
}

/** Steps with the same object and end. */
interface Counted {
  readonly name: string;
  readonly end: string;
  readonly steps: Step[];
  isNamed: boolean;
  id: string | undefined;
}

function objectClause(verb: string, group: readonly EndedStep[], known: KnownPaths): string {
  const counts = new Map<string, Counted>();
  for (const { step, isNamed, id, end } of group) {
    const key = [step.object, detailsOf(step), end].join('\n');
    const count = counts.get(key);
    if (count === undefined) {
      const words = [shortObject(step, known), detailsOf(step)].filter((each) => each !== '');
      // What came back is not true of a part of the command alone.
      const name = (end === '' ? words.map(shortened) : words).join(' ');
      counts.set(key, { name, end, steps: [step], isNamed, id });
      continue;
    }
    count.steps.push(step);
    if (isNamed) count.isNamed = true;
    // The newest result of several is the one to recall.
    count.id = id;
  }
  /** The objects of each end. */
  const shown = new Map<string, string[]>();
  let [others, omitted] = [0, 0];
  for (const { name, end, steps, isNamed, id } of counts.values()) {
    if (!isNamed) {
      others += 1;
      if (others > MAX_OBJECTS) {
        omitted += 1;
        continue;
      }
    }
    const isBare = id === undefined && end === '' && steps.length === 1;
    const size = isBare ? sizeOf(steps[0]!) : '';
    const reference = id === undefined ? size : ` #${id}`;
    const text = `${name}${endingOf(steps)}${reference}`.trim();
    const same = shown.get(end) ?? [];
    shown.set(end, text === '' ? same : [...same, text]);
  }
  const hasEnds = !shown.has('');
  const said = Array.from(
    shown,
    ([end, texts]) => texts.join(', ') + (end === '' ? '' : `: ${end}`),
  );
  if (omitted > 0) said.push(`and ${omitted} more`);
  const objects = said.filter((each) => each !== '').join(hasEnds ? '; ' : ', ');
  return objects === '' || objects.startsWith(':') ? verb + objects : `${verb} ${objects}`;
}

/** Returns what a list says of the details of a step. */
function detailsOf({ verb, object, details, folder }: Step): string {
  if (object === '') return details === '' ? '' : `with ${details}`;
  // A search says where it looked: one that found nothing there may find something elsewhere. A command says where it ran.
  return verb === 'Searched for' ? details : folder;
}

/**
 * Returns how long the output of a command or a search is that is left out: nothing would look like no output. A recall id says that there was
 * some, and so does a read file.
 */
function sizeOf({ verb, call, texts }: Step): string {
  const isListed = call?.command !== undefined || verb.startsWith('Searched');
  if (!isListed || call?.hasFailed === true) return '';
  const result = texts.findLast(({ role }) => role === 'result');
  const lines = result?.parsed.source.match(/\S[^\n]*/g)?.length ?? 0;
  return lines === 0 ? '' : ` (${lines} ${lines === 1 ? 'line' : 'lines'})`;
}

/** Returns how often steps were taken, and how many of them failed. */
function endingOf(steps: readonly Step[]): string {
  const times = steps.length;
  const failed = steps.filter(({ call }) => call?.hasFailed === true).length;
  if (times === 1) return failed === 0 ? '' : ' (failed)';
  const words = [
    `${times} times`,
    ...(failed === 0 ? [] : [failed === times ? 'all failed' : `${failed} failed`]),
    ...(isRepetition(steps) ? ['with the same arguments and result'] : []),
  ];
  return ` (${words.join(', ')})`;
}

/** From this number on, the same call with the same result is a loop. */
const LOOP = 4;

/** Returns whether steps are one call with one result, repeated often enough to be a loop. The report says so, and the agent can leave the loop. */
function isRepetition([first, ...others]: readonly Step[]): boolean {
  if (first === undefined || others.length < LOOP - 1) return false;
  return others.every(
    ({ object, details, texts }) =>
      object === first.object &&
      details === first.details &&
      texts.length === first.texts.length &&
      texts.every(({ parsed }, at) => parsed.source === first.texts[at]!.parsed.source),
  );
}

/** Returns the start of a name up to a blank: a part of a path looks like another path. A long word in its middle stays whole. */
function shortened(name: string): string {
  const line = name.split('\n', 1)[0]!;
  const before = line.lastIndexOf(' ', OBJECT_LENGTH);
  const end = before > OBJECT_LENGTH / 2 ? before : line.indexOf(' ', OBJECT_LENGTH);
  if (line.length <= OBJECT_LENGTH || end < 0) return line === name ? name : `${line}…`;
  const start = line.slice(0, end).trimEnd();
  const isOpen = start.split('`').length % 2 === 0;
  return `${start} …${isOpen ? '`' : ''}`;
}
