import { openai } from '@palimpsest/formats/openai';
import { CONSTRAINTS } from '../constraints/constraints.ts';
import { placeConstraint } from '../constraints/place-constraint.ts';
import { contentText, type ChatMessage } from '../retention/chat-message.ts';
import { inRoomOf, targetOf, type Outcome } from '../retention/method.ts';
import { findMethod, OWN_METHOD_NAMES } from '../retention/methods.ts';
import { OURS } from '../retention/places.ts';
import { requestTokens } from '../retention/request-tokens.ts';
import { score, type Score } from '../retention/score.ts';
import type { Contestant } from './contestant.ts';
import { generatedTallies, type GeneratedTallies } from './generated.ts';
import { readOwnSessions } from './own-sessions.ts';
import { readArenaSessions, type ArenaGroup, type ArenaSession } from './sessions.ts';
import { brokenPairs, changedCalls, firstWrite } from './soundness.ts';
import { summarize, type ContestantFigures } from './summarize.ts';

/** Size of those that take one, as a share of the tokens. */
const SHARE = 0.25;

/** What one method left of one session. */
export interface Fight {
  readonly score: Score;
  readonly broken: number;
  readonly changed: number;
  readonly firstWrite: number;
  /** Planted constraints, and those that stand word for word. */
  readonly planted: readonly [kept: number, of: number];
  readonly milliseconds: number;
}

/** What a contestant left of one kind of sessions. */
export interface GroupResult {
  /** Each session that it ran: what it left, and what ours leaves in as many tokens, if it left something and not everything. */
  readonly fights: { readonly theirs: Fight; readonly ours: Fight | undefined }[];
  /** Sessions that it did not run, because it is too slow. */
  skipped: number;
  /** Sessions in which it threw. */
  failed: number;
}

export interface ContestantResult {
  readonly name: string;
  readonly groups: Readonly<Record<ArenaGroup, Readonly<GroupResult>>>;
  readonly generated: GeneratedTallies | undefined;
}

/** A file of contestants, and the sessions of the user, if they take the place of the recorded ones. */
export interface ArenaJob {
  readonly file: string;
  readonly paths: readonly string[];
}

let read: readonly ArenaSession[] | undefined;

/** Runs the contestants of a file. Their packages are installed by `pnpm arena` only, so no other module imports them. */
export async function runContestantFile({ file, paths }: ArenaJob): Promise<ContestantFigures[]> {
  // Some contestants write what they do to the console.
  for (const level of ['log', 'debug', 'info', 'warn'] as const) console[level] = () => undefined;
  read ??= paths.length > 0 ? readOwnSessions(paths) : readArenaSessions();
  const module = new URL(`../../arena/contestants/${file}.ts`, import.meta.url).href;
  const contestants =
    file === 'palimpsest'
      ? OWN_CONTESTANTS
      : Object.values((await import(module)) as Readonly<Record<string, Contestant>>);
  const all: ContestantFigures[] = [];
  for (const contestant of contestants) {
    all.push(summarize(file, contestant, await runContestant(contestant, read)));
  }
  return all;
}

/** Every strategy without a model, as contestants: they take part at a quarter of the tokens. */
const OWN_CONTESTANTS: readonly Contestant[] = OWN_METHOD_NAMES.map((name) => ({
  name,
  package: 'palimpsest',
  call: `\`compress\` with \`strategy: '${name}'\``,
  isSized: true,
  async compress(messages, targetTokens) {
    const share = (targetTokens + 0.5) / requestTokens(messages);
    return (await findMethod(name).compress(messages, share)).messages;
  },
}));

/** Runs a contestant on all sessions, and ours in the room that it took. */
async function runContestant(
  contestant: Contestant,
  sessions: readonly ArenaSession[],
): Promise<ContestantResult> {
  const isOwn = contestant.package === 'palimpsest';
  const groups: Record<ArenaGroup, GroupResult> = {
    coding: { fights: [], skipped: 0, failed: 0 },
    service: { fights: [], skipped: 0, failed: 0 },
  };
  for (const session of sessions) {
    const own = groups[session.group];
    const { messages } = session.history;
    if (requestTokens(messages) > (contestant.slowAbove ?? Infinity)) {
      own.skipped += 1;
      continue;
    }
    const theirs = await fight(session, async (given) => {
      const target = targetOf(given, SHARE);
      return { messages: await contestant.compress(given, target), target };
    });
    if (theirs === undefined) {
      own.failed += 1;
      continue;
    }
    const ours = isOwn
      ? undefined
      : await fight(session, (given) => inRoomOf(theirs.left, given, findMethod(OURS)));
    own.fights.push({ theirs: theirs.fight, ours: ours?.fight });
  }
  return { name: contestant.name, groups, generated: await generatedTallies(contestant) };
}

type Compress = (messages: readonly ChatMessage[]) => Promise<Outcome | undefined>;

/** A contestant that throws gives no result. */
const noResult = (): undefined => undefined;

/** Runs a method on one session, and on the same with planted constraints. Returns `undefined` if it gives no result. */
async function fight(
  { history }: ArenaSession,
  compress: Compress,
): Promise<{ readonly fight: Fight; readonly left: readonly ChatMessage[] } | undefined> {
  const { messages } = history;
  const { sentences, planted } = plant(messages);
  const start = performance.now();
  const outcome = await compress(messages).catch(noResult);
  const milliseconds = performance.now() - start;
  if (outcome === undefined) return undefined;
  const second = await compress(planted).catch(noResult);
  if (second === undefined) return undefined;
  const text = second.messages.map(contentText).join('\n');
  const left = outcome.messages;
  return {
    left,
    fight: {
      score: score(history, outcome),
      broken: brokenPairs(left),
      changed: changedCalls(messages, left),
      firstWrite: firstWrite(messages, left),
      planted: [sentences.filter((one) => text.includes(one)).length, sentences.length],
      milliseconds,
    },
  };
}

/** How constraints are said, and where. */
const PLANTED = [
  { framing: 'bare', position: 'middle' },
  { framing: 'polite', position: 'middle' },
  { framing: 'correction', position: 'middle' },
  { framing: 'bare', position: 'first' },
] as const;

/** Adds constraints to a session, as messages of the user. */
function plant(messages: readonly ChatMessage[]): {
  readonly sentences: readonly string[];
  readonly planted: readonly ChatMessage[];
} {
  const sentences = PLANTED.map(
    (_, at) => CONSTRAINTS[(messages.length + at) % CONSTRAINTS.length]!,
  );
  let entries = openai.decode(messages);
  for (const [at, place] of PLANTED.entries()) {
    entries = placeConstraint(entries, { sentence: sentences[at]!, ...place });
  }
  return { sentences, planted: openai.encode(entries) as ChatMessage[] };
}
