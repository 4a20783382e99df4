import type { Arguments } from './arguments/command.ts';
import { readChoice, readFormat } from './arguments/options.ts';
import {
  toBadLine,
  type BadLine,
  type Conversation,
  type Item,
} from './conversations/conversation.ts';
import { readConversations } from './conversations/read-conversations.ts';
import { UsageError } from './errors.ts';
import { openInput, type Input } from './input/open-input.ts';
import type { MainIo, OutputStream } from './main-io.ts';
import { openOutput, type Output } from './output/open-output.ts';
import { incompleteLineWarning, printWarnings, type Warning } from './terminal/notices.ts';
import { printableJson } from './terminal/printable.ts';

export type ReportKind = 'text' | 'json' | 'none';

export function readReportKind(given: Arguments): ReportKind {
  return readChoice(given, 'report', ['text', 'json', 'none']) ?? 'text';
}

export interface Reporter<Report> {
  /** Tells what takes long; called often. */
  working?(text: string): void;
  /** More of the input was read; called often. */
  reading?(): void;
  /** A conversation was read, and is rewritten now. */
  starting?(messages: number): void;
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
function createJsonReporter<Report extends { readonly ms: number }>(
  stderr: OutputStream,
  toJson: (report: Report) => object,
): Reporter<Report> {
  const write = (value: object): void => {
    stderr.write(`${printableJson(JSON.stringify(value), stderr)}\n`);
  };
  return {
    done: (report) => write({ ...toJson(report), ms: Math.round(report.ms * 10) / 10 }),
    skipped: ({ place, problem }) => write({ id: place, kind: 'skipped', reason: problem }),
  };
}

/** Returns the new messages. `working` tells the user what takes long. */
export type Rewrite<Report> = (
  conversation: Conversation,
  working: (text: string) => void,
) => Promise<{ readonly messages: readonly unknown[]; readonly report: Report }>;

export interface RewriteSteps<Report> {
  readonly rewrite: Rewrite<Report>;
  readonly createTextReporter: (input: Input) => Reporter<Report>;
  /** Returns the report as it is printed as JSON; `ms` is rounded. */
  readonly toJson: (report: Report) => object;
  /** Called for each conversation that was written. */
  readonly done?: (report: Report) => void;
}

/**
 * Rewrites every conversation of the input, in the form it was read in. Writes all of the output, or nothing.
 *
 * @throws {UsageError} for unreadable input, unless `--skip-bad` copies it unchanged
 */
export async function rewriteConversations<Report extends { readonly ms: number }>(
  given: Arguments,
  io: MainIo,
  { rewrite, createTextReporter, toJson, done: told }: RewriteSteps<Report>,
): Promise<void> {
  const format = readFormat(given);
  const kind = readReportKind(given);
  if (given.positional === undefined && io.stdin.isTTY === true) {
    throw new UsageError('No input: give a file, or pipe a conversation in.');
  }
  const input = await openInput(given.positional ?? '-', io);
  const out = given.get('out');
  const isShown = out !== undefined || io.stdout.isTTY !== true;
  const output = isShown ? await openOutput(out ?? '-', io) : drain;
  const reporter =
    kind === 'text'
      ? createTextReporter(input)
      : kind === 'json'
        ? createJsonReporter(io.stderr, toJson)
        : SILENT;
  const warnings: Warning[] = [];
  const onIncompleteLine = (place: string): void =>
    void warnings.push(incompleteLineWarning(place));
  async function* rewriteAll(): AsyncGenerator<string> {
    const bytes = watch(input.bytes, reporter);
    for await (const read of readConversations(bytes, {
      name: input.name,
      format,
      onIncompleteLine,
    })) {
      if (read.kind === 'conversation') reporter.starting?.(read.messages.length);
      const item = await rewriteItem(read, rewrite, (text) => reporter.working?.(text));
      io.signal?.throwIfAborted();
      if (item.kind === 'bad' && !(given.has('skip-bad') && item.isLine)) {
        throw new UsageError(
          item.isLine
            ? `${item.problem} With --skip-bad, unreadable lines are copied unchanged.`
            : item.problem,
        );
      }
      yield item.text;
      if (item.kind === 'bad') reporter.skipped(item);
      else if (item.kind === 'rewritten') {
        told?.(item.report);
        reporter.done(item.report);
      }
    }
  }

  try {
    await output(rewriteAll());
  } catch (error) {
    reporter.stop?.();
    throw error;
  }
  reporter.finish?.();
  if (!isShown) warnings.push(NOT_SHOWN);
  printWarnings(warnings, kind, io);
}

const NOT_SHOWN: Warning = {
  message:
    'The conversation is not printed on a terminal. --out FILE writes it, --out - prints it.',
  facts: { reason: 'not printed on a terminal without --out' },
};

const drain: Output = async (texts) => {
  for await (const _ of texts);
};

async function* watch(
  bytes: Input['bytes'],
  reporter: Reporter<never>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    reporter.reading?.();
    yield chunk;
  }
}

type Rewritten<Report> =
  | { readonly kind: 'rewritten'; readonly text: string; readonly report: Report }
  | Exclude<Item, Conversation>;

/** Rewrites a conversation, and returns anything else. A message that is not of its format makes it a bad line. */
async function rewriteItem<Report>(
  item: Item,
  rewrite: Rewrite<Report>,
  working: (text: string) => void,
): Promise<Rewritten<Report>> {
  if (item.kind !== 'conversation') return item;
  try {
    const { messages, report } = await rewrite(item, working);
    return { kind: 'rewritten', text: item.rewrite(messages), report };
  } catch (error) {
    return toBadLine(item, error);
  }
}
