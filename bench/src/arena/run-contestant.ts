import { createExactCounter } from '@palimpsest/engine/tokens';
import { openai } from '@palimpsest/formats/openai';
import { CONSTRAINTS } from '../constraints/constraints.ts';
import { placeConstraint } from '../constraints/place-constraint.ts';
import { contentText, type ChatMessage } from '../retention/chat-message.ts';
import type { Outcome, RetentionMethod } from '../retention/method.ts';
import { pinningMethod } from '../retention/compressors.ts';
import { OWN_METHOD_NAMES } from '../retention/methods.ts';
import { inRoomOf } from '../retention/retention-jobs.ts';
import {
  createRequestCounter,
  requestTokens,
  type RequestCounter,
} from '../retention/request-tokens.ts';
import { score, type Score } from '../retention/score.ts';
import type { Contestant } from './contestant.ts';
import { generatedTallies, type GeneratedTallies } from './generated.ts';
import { ARENA_GROUPS, type ArenaGroup, type ArenaSession } from './sessions.ts';
import { brokenPairs, changedCalls, firstWrite } from './soundness.ts';

/** The default strategy, which gets the size of every contestant. */
const OURS = 'salience';
/** Size of those that take one, as a share of the tokens. */
const SHARE = 0.25;

/** What one method left of one session. */
export interface Fight {
  readonly score: Score;
  /** Tokens by `o200k_base`, before and after. */
  readonly exact: readonly [before: number, after: number];
  readonly broken: number;
  readonly changed: number;
  readonly firstWrite: number;
  /** Planted constraints, and those that stand word for word. */
  readonly planted: readonly [kept: number, of: number];
  readonly milliseconds: number;
}

export interface ContestantResult {
  readonly name: string;
  readonly groups: Readonly<
    Record<
      ArenaGroup,
      {
        /** Each session that it ran: what it left, and what ours leaves in as many tokens, if it left something and not everything. */
        readonly fights: readonly { readonly theirs: Fight; readonly ours: Fight | undefined }[];
        /** Sessions that it did not run, because it is too slow. */
        readonly skipped: number;
        /** Sessions in which it threw. */
        readonly failed: number;
      }
    >
  >;
  readonly generated: GeneratedTallies | undefined;
}

/** Returns a contestant as a method. */
function contestantMethod(contestant: Contestant): RetentionMethod {
  return {
    name: contestant.name,
    sized: contestant.isSized === true,
    async compress(messages, share) {
      const target = Math.max(1, Math.floor(share * requestTokens(messages)));
      const left = await contestant.compress(messages, target);
      return { messages: left, size: requestTokens(left), target };
    },
  };
}

/** Every strategy without a model, as contestants: they take part at a quarter of the tokens. */
export const OWN_CONTESTANTS: readonly Contestant[] = OWN_METHOD_NAMES.map((name) => ({
  name,
  package: 'palimpsest',
  call: `\`compress\` with \`strategy: '${name}'\``,
  isSized: true,
  async compress(messages, targetTokens) {
    const share = (targetTokens + 0.5) / requestTokens(messages);
    return (await pinningMethod(name).compress(messages, share)).messages;
  },
}));

/** Runs a contestant on all sessions, and ours in the room that it took. */
export async function runContestant(
  contestant: Contestant,
  sessions: readonly ArenaSession[],
): Promise<ContestantResult> {
  const counter = await createExactCounter();
  const exact = createRequestCounter((text) => counter.count(text));
  const method = contestantMethod(contestant);
  const isOwn = contestant.package === 'palimpsest';
  const groups = Object.fromEntries(
    ARENA_GROUPS.map((group) => [
      group,
      { fights: [] as { theirs: Fight; ours: Fight | undefined }[], skipped: 0, failed: 0 },
    ]),
  ) as Record<
    ArenaGroup,
    { fights: { theirs: Fight; ours: Fight | undefined }[]; skipped: number; failed: number }
  >;
  for (const session of sessions) {
    const own = groups[session.group];
    const { messages } = session.history;
    if (requestTokens(messages) > (contestant.slowAbove ?? Infinity)) {
      own.skipped += 1;
      continue;
    }
    const theirs = await fight(session, exact, (given) => method.compress(given, SHARE));
    if (theirs === undefined) {
      own.failed += 1;
      continue;
    }
    const ours = isOwn
      ? undefined
      : await fight(session, exact, (given) =>
          inRoomOf(theirs.outcome, given, pinningMethod(OURS)),
        );
    own.fights.push({ theirs: theirs.fight, ours: ours?.fight });
  }
  return { name: contestant.name, groups, generated: await generatedTallies(contestant) };
}

type Compress = (
  messages: readonly ChatMessage[],
) => Promise<Outcome | undefined> | Outcome | undefined;

/** Runs a method on one session, and on the same with planted constraints. Returns `undefined` if it gives no result. */
async function fight(
  { history }: ArenaSession,
  exact: RequestCounter,
  compress: Compress,
): Promise<{ readonly fight: Fight; readonly outcome: Outcome } | undefined> {
  const { messages } = history;
  const { sentences, planted } = plant(messages);
  let outcome: Outcome | undefined;
  let second: Outcome | undefined;
  const start = performance.now();
  let milliseconds = 0;
  try {
    outcome = await compress(messages);
    milliseconds = performance.now() - start;
    second = await compress(planted);
  } catch {
    return undefined;
  }
  if (outcome === undefined || second === undefined) return undefined;
  const left = second.messages.map(contentText).join('\n');
  return {
    outcome,
    fight: {
      score: score(history, outcome),
      exact: [exact(messages), exact(outcome.messages)],
      broken: brokenPairs(outcome.messages),
      changed: changedCalls(messages, outcome.messages),
      firstWrite: firstWrite(messages, outcome.messages, exact),
      planted: [sentences.filter((one) => left.includes(one)).length, sentences.length],
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
