import type { FormatName } from '@palimpsest/formats';
import { toBadLine, type BadLine, type Conversation } from './conversations/conversation.ts';
import { readConversations } from './conversations/read-conversations.ts';
import { UsageError } from './errors.ts';
import { openInput, type Input } from './input/open-input.ts';
import type { MainIo } from './main-io.ts';
import { openOutput, type Output } from './output/open-output.ts';
import { incompleteLineWarning, printWarnings, type Warning } from './terminal/notices.ts';
import { printableJson } from './terminal/printable.ts';

export const REPORT_KINDS = ['text', 'json', 'none'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

export interface Reporter<Report> {
  /** Tells what takes long; called often. */
  working?(text: string): void;
  /** More of the input was read; called often. */
  reading?(): void;
  /** A conversation was written. */
  done(report: Report): void;
  /** A bad line was copied unchanged. */
  skipped(bad: BadLine): void;
  /** Everything was written. */
  finish?(): void;
  /** The command failed; the error is reported elsewhere. */
  stop?(): void;
}

/** Returns the new messages. `working` tells the user what takes long. */
export type Rewrite<Report> = (
  conversation: Conversation,
  working: (text: string) => void,
) => Promise<{ readonly messages: readonly unknown[]; readonly report: Report }>;

export interface RewriteSteps<Report> {
  readonly rewrite: Rewrite<Report>;
  readonly createTextReporter: (input: Input) => Reporter<Report>;
  /** Returns the report as it is printed as JSON, without `ms`. */
  readonly toJson: (report: Report) => object;
  /** Called for each conversation that was written. */
  readonly done?: (report: Report) => void;
}

interface RewriteOptions {
  readonly format?: FormatName | undefined;
  readonly out?: string | undefined;
  readonly report?: ReportKind | undefined;
  readonly skipBad?: boolean | undefined;
}

/**
 * Rewrites every conversation of the input, in the form it was read in. Writes all of the output, or nothing.
 *
 * @throws {UsageError} for unreadable input, unless `--skip-bad` copies it unchanged
 */
export async function rewriteConversations<Report extends { readonly ms: number }>(
  file: string | undefined,
  { format, out, report: kind = 'text', skipBad = false }: RewriteOptions,
  io: MainIo,
  steps: RewriteSteps<Report>,
): Promise<void> {
  if (file === undefined && io.stdin.isTTY === true) {
    throw new UsageError('No input: give a file, or pipe a conversation in.');
  }
  const input = await openInput(file ?? '-', io);
  const isShown = out !== undefined || io.stdout.isTTY !== true;
  const output = isShown ? await openOutput(out ?? '-', io) : drain;
  const reporter = createReporter(kind, input, io, steps);
  const warnings: Warning[] = [];
  async function* read(): AsyncGenerator<Uint8Array> {
    for await (const chunk of input.bytes) {
      reporter.reading?.();
      yield chunk;
    }
  }
  async function* rewriteAll(): AsyncGenerator<string> {
    const items = readConversations(read(), {
      name: input.name,
      format,
      onIncompleteLine: (place) => void warnings.push(incompleteLineWarning(place)),
    });
    for await (const item of items) {
      const written =
        item.kind === 'conversation'
          ? await rewriteOne(item, steps.rewrite, (text) => reporter.working?.(text))
          : item;
      io.signal?.throwIfAborted();
      if (written.kind === 'bad' && !(skipBad && written.isLine)) {
        const hint = ' With --skip-bad, unreadable lines are copied unchanged.';
        throw new UsageError(`${written.problem}${written.isLine ? hint : ''}`);
      }
      yield written.text;
      if (written.kind === 'bad') reporter.skipped(written);
      else if (written.kind === 'rewritten') {
        steps.done?.(written.report);
        reporter.done(written.report);
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

/** Rewrites a conversation. A message that is not of its format makes it a bad line. */
async function rewriteOne<Report>(
  conversation: Conversation,
  rewrite: Rewrite<Report>,
  working: (text: string) => void,
) {
  try {
    const { messages, report } = await rewrite(conversation, working);
    return { kind: 'rewritten', text: conversation.rewrite(messages), report } as const;
  } catch (error) {
    return toBadLine(conversation, error);
  }
}

function createReporter<Report extends { readonly ms: number }>(
  kind: ReportKind,
  input: Input,
  { stderr }: MainIo,
  { createTextReporter, toJson }: RewriteSteps<Report>,
): Reporter<Report> {
  if (kind === 'text') return createTextReporter(input);
  if (kind === 'none') return { done: () => {}, skipped: () => {} };
  const write = (value: object): void => {
    stderr.write(`${printableJson(JSON.stringify(value), stderr)}\n`);
  };
  return {
    done: (report) => write({ ...toJson(report), ms: Math.round(report.ms * 10) / 10 }),
    skipped: ({ place, problem }) => write({ id: place, kind: 'skipped', reason: problem }),
  };
}
