import { PalimpsestError, type IContent } from '@palimpsest/core-types';
import { getCodec, detectFormat, isLogFormat, type FormatName } from '@palimpsest/formats';
import {
  providerChecks,
  type ProviderCheck,
} from '../../../packages/formats/test/checker/provider-checks.ts';
import { findViolations, isBlank } from '@palimpsest/engine/history';
import { memoryOriginals, openOriginals, type Originals } from '@palimpsest/originals';
import { deepFreeze } from '../../../packages/conformance/src/deep-freeze.ts';
import type { CompressResult, CompressOptions } from 'palimpsest';
import { readMessages } from '../../../packages/palimpsest/src/read-messages.ts';
import type { Problem } from './fuzz-kind.ts';
import { modelThatSays, palimpsest, type MessageCase } from './message-cases.ts';

/** Returns every guarantee that compressing these messages breaks. */
export async function messageProblems(one: MessageCase): Promise<readonly Problem[]> {
  const { messages, isCareless } = one.given;
  deepFreeze(messages);
  const session = one.keepsOriginals
    ? await openOriginals(memoryOriginals({ maxBytes: 1e9 }), { session: 'fuzz' })
    : undefined;
  const options = optionsOf(one, session);
  let made: CompressResult<object>;
  try {
    made = await palimpsest.compress(messages, options);
  } catch (error) {
    if (isExpected(error, one)) return [];
    throw error;
  }
  const sent = JSON.stringify(made.messages);
  return [
    ...sameObjects(messages, made),
    ...figures(messages, made),
    ...formats(messages, made, isCareless),
    ...(session === undefined ? [] : await restored(messages, session, sent)),
    ...(await again(one, made, sent, options)),
  ];
}

function optionsOf(one: MessageCase, originals: Originals | undefined): CompressOptions {
  const { format, namesFormat, strategy, target, settings, answer } = one;
  return {
    strategy,
    settings,
    ...target,
    ...(namesFormat ? { format } : {}),
    ...(originals === undefined ? {} : { originals }),
    model: modelThatSays(answer),
  };
}

/**
 * Returns whether an error is expected: the messages are not in their format, or have misplaced calls, or the model returns no usable summary.
 */
function isExpected(error: unknown, one: MessageCase): boolean {
  if (!PalimpsestError.isInstance(error)) return false;
  const { given, format, namesFormat, answer, strategy } = one;
  const { messages, isCareless } = given;
  const { name } = error;
  if (name === 'CompressionExecutionError' || name === 'EmptySummaryError') {
    return answer !== 'summary' && answer !== 'prose' && asksModel(strategy);
  }
  const found = namesFormat ? format : detectFormat(messages);
  if (found === undefined) return name === 'OptionError';
  if (error.code === 'LAW_BROKEN') return isCareless && hasMisplacedCalls(messages, found);
  return name === 'FormatError' && !isOf(found, messages);
}

function hasMisplacedCalls(messages: readonly object[], format: FormatName): boolean {
  return entriesOf(messages, format).some(
    ({ speaker, blocks }) =>
      (speaker === 'human' || speaker === 'system') &&
      blocks.some(({ type }) => type === 'tool_call' || type === 'tool_response'),
  );
}

function asksModel(strategy: string): boolean {
  return palimpsest.registry.resolve(strategy).requiresLLM;
}

function isOf(format: FormatName, messages: readonly object[]): boolean {
  try {
    getCodec(format).decode(messages);
    return true;
  } catch {
    return false;
  }
}

const MARKER = /"…\d{0,9}(?: \[Shortened: [^"\]]*\])?"/;

/** Checks that unchanged messages are the same objects, once each and in order. */
function sameObjects(
  given: readonly object[],
  { messages, report }: CompressResult<object>,
): Problem[] {
  const rule = 'untouched messages are the same objects';
  const position = new Map(given.map((message, index) => [message, index]));
  const here = new Set(messages);
  const gone = given.filter((message) => !here.has(message));
  const texts = new Set(gone.map((message) => JSON.stringify(message)));
  const problems: Problem[] = [];
  let last = -1;
  for (const [index, message] of messages.entries()) {
    const at = position.get(message);
    if (at === undefined) {
      const text = JSON.stringify(message);
      // Anyone can type a marker, with its legend too, so a message with one may only look like a copy.
      const isCopy = texts.has(text) && !MARKER.test(text) && !isRest(message, gone);
      if (report.repaired.length === 0 && isCopy)
        problems.push({ rule, message: `${index} is a copy` });
      continue;
    }
    if (at <= last && report.repaired.length === 0)
      problems.push({ rule, message: `message ${at} follows message ${last}` });
    last = at;
  }
  const isUntouched = report.kind === 'noop' && report.repaired.length === 0;
  if (isUntouched && !isSameList(messages, given)) {
    problems.push({
      rule,
      message: `nothing was done (${report.reason}), and other messages came back`,
    });
  }
  return problems;
}

/** Returns whether a message may be the rest of a longer one, and only looks like a copy. */
function isRest(message: object, gone: readonly object[]): boolean {
  const parts = partsOf(message);
  return gone.some((other) => {
    const all = partsOf(other);
    return all.size > parts.size && [...parts].every((part) => all.has(part));
  });
}

/** Returns the parts of a message, as JSON. */
function partsOf(message: object): ReadonlySet<string> {
  const lists = Object.values(message).filter((value) => Array.isArray(value));
  return new Set(lists.flat().map((part) => JSON.stringify(part)));
}

function isSameList(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((one, index) => one === right[index]);
}

/** Repairs that add something: a result for a call without one, or for one that was before its call, or an id. */
const ADDING = new Set(['unanswered-call', 'misplaced-response', 'missing-id']);

/** Maximum tokens that such a repair adds. */
const ADDED_TOKENS = 40;

/** Checks that the output is not larger, except by what a repair added, that it meets the target or reports the shortfall, and that the report's figures are true. */
function figures(
  given: readonly object[],
  { messages, report }: CompressResult<object>,
): Problem[] {
  const problems: Problem[] = [];
  const { tokensBefore, tokensAfter, targetTokens, shortfallTokens = 0 } = report;
  const added = report.repaired.filter(({ kind }) => ADDING.has(kind)).length;
  if (tokensAfter > tokensBefore + added * ADDED_TOKENS) {
    problems.push({
      rule: 'never larger',
      message: `${tokensBefore} tokens became ${tokensAfter}`,
    });
  }
  if (tokensAfter > targetTokens + shortfallTokens) {
    const message = `${tokensAfter} tokens for a target of ${targetTokens}, said to be missed by ${shortfallTokens}`;
    problems.push({ rule: 'at the target, or by how much not', message });
  }
  const changed = messages.findIndex((message, index) => message !== given[index]);
  const { messagesBefore, messagesAfter, firstChangedIndex } = report;
  if (messagesBefore !== given.length || messagesAfter !== messages.length) {
    problems.push({
      rule: 'the report is so',
      message: `${messagesBefore} → ${messagesAfter} messages`,
    });
  }
  const first =
    changed >= 0 ? changed : messages.length < given.length ? messages.length : undefined;
  if (firstChangedIndex !== first) {
    const message = `first changed is ${first}, said to be ${firstChangedIndex}`;
    problems.push({ rule: 'the report is so', message });
  }
  return problems;
}

/** Rules that hold after a repair, whatever the input. */
const OF_PAIRS = new Set<string>([
  'call-without-result',
  'result-without-call',
  'misplaced-result',
  'duplicate-result',
]);

/** Rules of which only one fails; the first message's content decides which. */
const OF_START = new Set<string>(['starts-with-call', 'starts-with-model']);
const OF_TURNS = new Set<string>(['starts-with-model', 'call-after-model']);

/**
 * Checks that the provider's rules fail only where they failed before. Those of calls and results must hold after a repair, except in Gemini,
 * where results spread over several contents may stay so. The history invariants must hold too.
 */
function formats(
  given: readonly object[],
  { messages, report }: CompressResult<object>,
  isCareless: boolean,
): Problem[] {
  const { format } = report;
  // A log keeps all its records, also those that nobody sends.
  const isSame = messages.length === given.length && messages.every((one, at) => one === given[at]);
  if (isLogFormat(format) && isSame) return [];
  const problems: Problem[] = isCareless ? [] : unlawful(messages, format);
  const check = (providerChecks as Partial<Record<FormatName, ProviderCheck>>)[format];
  if (check === undefined) return problems;
  // A repair moves results after their calls, which may make turns adjacent.
  const turns = check(readRepaired(given, format)).filter(({ rule }) => OF_TURNS.has(rule));
  const known = new Set([...check(given), ...turns].map(({ rule }) => rule));
  const isRepaired = report.repaired.length > 0;
  for (const { index, rule, message } of check(messages)) {
    const isMended = OF_PAIRS.has(rule) && isRepaired && !isCareless && format !== 'gemini';
    const isOld = known.has(rule) || (isCareless && isRepaired);
    if (isOld && !(isMended && !isPending(messages, index, format))) continue;
    if (OF_START.has(rule) && !beginsWithPerson(given, format)) continue;
    problems.push({
      rule: `accepted by the provider: ${rule}`,
      message: `message ${index}: ${message}`,
    });
  }
  return problems;
}

/** Returns messages as a compression starts from them: repaired, in their format. The same objects if nothing was repaired. */
function readRepaired(given: readonly object[], format: FormatName): readonly object[] {
  const codec = getCodec(format);
  const { history, repairs } = readMessages(given, codec);
  return repairs.length === 0 ? given : (codec.encode(history) as object[]);
}

/** Returns whether a call may be pending: only system messages and results follow. */
function isPending(messages: readonly object[], index: number, format: FormatName): boolean {
  const following = entriesOf(messages.slice(index + 1), format);
  return following.every(({ speaker }) => speaker === 'system' || speaker === 'tool');
}

function unlawful(messages: readonly object[], format: FormatName): Problem[] {
  return findViolations(entriesOf(messages, format)).map(({ law, index, message }) => ({
    rule: law,
    message: `entry ${index}: ${message}`,
  }));
}

/** Returns whether the first entry after system messages is a user message with content. */
function beginsWithPerson(messages: readonly object[], format: FormatName): boolean {
  const first = entriesOf(messages, format).find(({ speaker }) => speaker !== 'system');
  return first?.speaker === 'human' && !isBlank(first);
}

function entriesOf(messages: readonly object[], format: FormatName): readonly IContent[] {
  return getCodec(format).decode(messages);
}

/**
 * Compresses the output again, as another process would: this must change nothing. Where the target was missed, it may come closer, and must not go
 * away from it.
 */
async function again(
  one: MessageCase,
  { report }: CompressResult<object>,
  sent: string,
  options: CompressOptions,
): Promise<Problem[]> {
  const {
    strategy,
    given: { isCareless },
  } = one;
  const { format, targetTokens, tokensAfter, shortfallTokens = 0, repaired } = report;
  const { targetRatio: _ratio, contextLimit: _limit, ...others } = options;
  const rest = { ...others, format, targetTokens: Math.max(1, targetTokens) };
  let second: CompressResult<object>;
  try {
    second = await palimpsest.compress(JSON.parse(sent) as object[], rest);
  } catch (error) {
    if (isExpected(error, one)) return [];
    throw error;
  }
  // Input that a repair cannot fix completely may need a repair each time.
  const isLasting = !isCareless || repaired.length === 0;
  if (asksModel(strategy) || !isLasting) return [];
  const rule = 'compressing again changes nothing';
  const { kind, dropped } = second.report;
  if (kind !== 'noop' && shortfallTokens > 0) {
    const { tokensBefore, tokensAfter: reached } = second.report;
    if (reached < tokensBefore && reached <= tokensAfter) return [];
  }
  if (kind !== 'noop') return [{ rule, message: `it drops ${JSON.stringify(dropped)}` }];
  return JSON.stringify(second.messages) === sent
    ? []
    : [{ rule, message: 'nothing was done, and other messages came back' }];
}

/** Checks that all messages are restored, byte for byte. */
async function restored(
  given: readonly object[],
  session: Originals,
  sent: string,
): Promise<Problem[]> {
  const rule = 'what was taken out comes back';
  const { messages, missing, ambiguous } = await session.restore(JSON.parse(sent) as object[]);
  if (missing.length > 0 || ambiguous.length > 0) {
    return [{ rule, message: JSON.stringify({ missing, ambiguous }) }];
  }
  return JSON.stringify(messages) === JSON.stringify(given)
    ? []
    : [{ rule, message: 'other messages came back' }];
}
