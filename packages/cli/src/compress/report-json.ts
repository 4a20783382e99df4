import type { Writable } from 'node:stream';
import type { Reporter } from '../rewrite/reporter.ts';
import type { ConversationReport } from './conversation-report.ts';

/** One JSON object a line and conversation. */
export function jsonReporter(stream: Writable): Reporter<ConversationReport> {
  const write = (value: object): void => {
    stream.write(`${JSON.stringify(value)}\n`);
  };
  return {
    done: (report) => write(toJson(report)),
    skipped: ({ place, problem }) => write({ id: place, kind: 'skipped', reason: problem }),
    finish: () => {},
    stop: () => {},
  };
}

/** What was taken out of a broken history is not repeated here: it may be as large as the input. */
function toJson(report: ConversationReport): object {
  return {
    id: report.id,
    strategy: report.strategy,
    fallback: report.fallback,
    kind: report.kind,
    reason: report.reason,
    startedFrom: report.startedFrom,
    originalTokens: report.originalTokens,
    tokensBefore: report.tokensBefore,
    tokensAfter: report.tokensAfter,
    messagesBefore: report.messagesBefore,
    messagesAfter: report.messagesAfter,
    notes: report.notes,
    targetTokens: report.targetTokens,
    overhead: report.overhead,
    shortfallTokens: report.shortfallTokens,
    shortfallReason: report.shortfallReason,
    irreducible: report.irreducible,
    firstChangedIndex: report.firstChangedIndex,
    dropped: report.dropped,
    repaired: report.repaired.map(({ kind, index, detail }) => ({ kind, index, detail })),
    ms: Math.round(report.ms * 10) / 10,
  };
}
