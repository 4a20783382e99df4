import { defined, type IContent } from '@palimpsest/core-types';
import { getCodec, parseRequestBody } from '@palimpsest/formats';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import type { CompressOptions, CompressReport, Palimpsest } from 'palimpsest';
import { sessionTitle } from './block-texts.ts';
import { compareHistories } from './compare-histories.ts';
import type { Comparison } from './comparison.ts';
import { findLineReasons, type Reasons } from './line-reasons.ts';
import { readSession, type Session } from './session.ts';

/**
 * Compresses a session and compares it with the result: what stays, what goes, and why. The session does not change.
 *
 * @param options strategy, target and settings; originals are not used
 * @throws the errors of `compress`
 */
export async function reportSession(
  session: Session,
  palimpsest: Palimpsest,
  options: Pick<CompressOptions, 'strategy' | 'targetTokens' | 'targetRatio' | 'settings'>,
): Promise<Comparison> {
  const { format, messages, body } = session;
  const request = { ...options, format };
  const compressed =
    body === undefined
      ? await palimpsest.compress(messages, request)
      : await palimpsest.compress(body.value, request);
  const { report } = compressed;
  const after =
    'messages' in compressed
      ? compressed.messages
      : (parseRequestBody(compressed.body, format)?.messages ?? messages);
  const reasons = await findReasons(session, report, palimpsest, options.settings);
  return compareCompressed(session, palimpsest, { messages: after, report, reasons });
}

export function compareCompressed(
  session: Session,
  palimpsest: Palimpsest,
  {
    messages,
    report,
    reasons,
  }: {
    readonly messages: readonly unknown[];
    readonly report: CompressReport;
    readonly reasons?: Reasons | undefined;
  },
): Comparison {
  const { id, format } = session;
  const { history } = readSession(session);
  const { tokensBefore, tokensAfter, targetTokens } = report;
  return {
    title: id,
    ...defined({ subject: sessionTitle(history) }),
    about: `What the strategy ${report.strategy} keeps of this session, and what it removes. The session itself was not changed.`,
    facts: [format, report.strategy],
    tokensBefore,
    tokensAfter,
    targetTokens,
    hasReasons: reasons !== undefined,
    ...compareHistories(history, getCodec(format).decode(messages), {
      estimateTokens: estimateEntryTokens,
      stale: findStaleReads(palimpsest, history),
      ...(reasons && { reasonsOf: (index, block) => reasons.get(`${index} ${block}`) }),
    }),
  };
}

/**
 * Compares two versions of a session, such as the input and the output of a compression.
 *
 * @throws {FormatError} for a message that is not of its format
 */
export function compareSessions(before: Session, after: Session): Comparison {
  const [old, now] = [readSession(before), readSession(after)];
  return {
    title: `${before.id} → ${after.id}`,
    ...defined({ subject: sessionTitle(old.history) }),
    about: 'Two versions of a session: what the second one has of the first.',
    facts: [...new Set([before.format, after.format])],
    tokensBefore: estimateEntryTokens(old.history) + old.overhead,
    tokensAfter: estimateEntryTokens(now.history) + now.overhead,
    ...compareHistories(old.history, now.history, { estimateTokens: estimateEntryTokens }),
  };
}

function findStaleReads(palimpsest: Palimpsest, history: readonly IContent[]): Set<number> {
  const plan = palimpsest.registry.resolve('high-density').optimize?.(history, {
    readWritePruning: true,
    fileDedupe: false,
    recencyPruning: false,
    recencyRetention: 1,
    workspaceRoot: '/',
  });
  return new Set([...(plan?.removals ?? []), ...(plan?.replacements.keys() ?? [])]);
}

/** Returns why lines stay; `undefined` if the strategy gives no reasons. Compresses the session again. */
export async function findReasons(
  session: Session,
  { strategy, kind, targetTokens }: CompressReport,
  palimpsest: Palimpsest,
  settings?: CompressOptions['settings'],
): Promise<Reasons | undefined> {
  if (strategy !== 'salience' || kind !== 'applied') return undefined;
  return await findLineReasons(session, targetTokens, palimpsest, settings);
}
