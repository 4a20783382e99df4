import type { Arguments } from './arguments/command.ts';
import { readChoice, readFormat } from './arguments/options.ts';
import { toBadLine, type BadLine, type Conversation } from './conversations/conversation.ts';
import { readConversations } from './conversations/read-conversations.ts';
import { UsageError } from './errors.ts';
import { openInput, type Input } from './input/open-input.ts';
import type { MainIo, OutputStream } from './main-io.ts';
import { openOutput } from './output/open-output.ts';

export type ReportKind = 'text' | 'json' | 'none';

export function readReportKind(given: Arguments): ReportKind {
  return readChoice(given, 'report', ['text', 'json', 'none']) ?? 'text';
}

/** Reports progress and results on standard error. */
export interface Reporter<Report> {
  /** Tells what takes long; called often. */
  working?(text: string): void;
  /** A conversation was written. */
  done(report: Report): void;
  /** A bad line was copied unchanged. */
  skipped(bad: BadLine): void;
  /** Everything was written. */
  finish?(): void;
  /** The command failed; the error is reported elsewhere. */
  stop?(): void;
}

const SILENT: Reporter<unknown> = { done: () => {}, skipped: () => {} };

/** Writes one JSON object per conversation and line. */
export function createJsonReporter<Report extends { readonly ms: number }>(
  stderr: OutputStream,
  toJson: (report: Report) => object,
): Reporter<Report> {
  const write = (value: object): void => {
    stderr.write(`${JSON.stringify(value)}\n`);
  };
  return {
    done: (report) => write({ ...toJson(report), ms: Math.round(report.ms * 10) / 10 }),
    skipped: ({ place, problem }) => write({ id: place, kind: 'skipped', reason: problem }),
  };
}

export interface RewriteSteps<Report> {
  /** Returns the new messages. `working` tells the user what takes long. */
  readonly rewrite: (
    conversation: Conversation,
    working: (text: string) => void,
  ) => Promise<{ readonly messages: readonly unknown[]; readonly report: Report }>;
  readonly createTextReporter: (input: Input) => Reporter<Report>;
  /** Returns the report as it is printed as JSON; `ms` is rounded. */
  readonly toJson: (report: Report) => object;
}

/**
 * Rewrites every conversation of the input, in the form it was read in. Writes all of the output, or nothing.
 *
 * @throws {UsageError} for unreadable input, unless `--skip-bad` copies it unchanged
 */
export async function rewriteConversations<Report extends { readonly ms: number }>(
  given: Arguments,
  io: MainIo,
  { rewrite, createTextReporter, toJson }: RewriteSteps<Report>,
): Promise<void> {
  const format = readFormat(given);
  const kind = readReportKind(given);
  if (given.positional === undefined && io.stdin.isTTY === true) {
    throw new UsageError('No input: give a file, or pipe a conversation in.');
  }
  const input = await openInput(given.positional ?? '-', io);
  const output = await openOutput(given.get('out') ?? '-', io);
  const reporter =
    kind === 'text'
      ? createTextReporter(input)
      : kind === 'json'
        ? createJsonReporter(io.stderr, toJson)
        : SILENT;
  async function* rewriteAll(): AsyncGenerator<string> {
    for await (const item of readConversations(input.bytes, { name: input.name, format })) {
      io.signal?.throwIfAborted();
      const done = item.kind === 'conversation' ? await tryRewrite(item) : item;
      if (done.kind === 'bad' && !(given.has('skip-bad') && done.isLine)) {
        throw new UsageError(done.problem);
      }
      yield done.text;
      if (done.kind === 'bad') reporter.skipped(done);
      else if (done.kind === 'rewritten') reporter.done(done.report);
    }
  }

  async function tryRewrite(item: Conversation) {
    try {
      const { messages, report } = await rewrite(item, (text) => reporter.working?.(text));
      return { kind: 'rewritten', text: item.rewrite(messages), report } as const;
    } catch (error) {
      return toBadLine(item, error);
    }
  }

  try {
    await output(rewriteAll());
  } catch (error) {
    reporter.stop?.();
    throw error;
  }
  reporter.finish?.();
}
