// Reads and compresses sessions in a thread of its own, with the modules of the command line.
import { createPalimpsest, DEFAULT_STRATEGY } from 'palimpsest';
import { createRewrite } from '../../packages/cli/src/compress/create-rewrite.ts';
import { postSession } from '../../packages/report/page/session-parts.ts';
import { rest } from '../../packages/report/page/session-data.ts';
import type { Comparison } from '@palimpsest/report';
import { compareCompressed, findReasons } from '../../packages/report/src/report-session.ts';
import { createRequest, listStrategies } from './create-request.ts';
import { openSource, type OpenSource } from './open-source.ts';
import type { Choices, Message, Task } from './protocol.ts';

const palimpsest = createPalimpsest();
const post = (message: Message): void => postMessage(message);
/** Rejected if the file cannot be read, which was reported. */
let opened: Promise<OpenSource> | undefined;
/** The newest choices that are not shown yet. Older ones are never computed. */
let wanted: Choices | undefined;
let isShowing = false;
/** Ends a pause. */
let wake = (): void => {};

addEventListener('message', ({ data: task }: MessageEvent<Task>) => {
  if (task.kind === 'open') {
    opened = openSource(task.source);
    report(announce(opened));
  } else if (task.kind === 'write') report(write(task.choices));
  else {
    wanted = task.choices;
    wake();
    if (!isShowing) report(showWanted());
  }
});

function report(task: Promise<void>): void {
  task.catch((error: unknown) => {
    post({ kind: 'failed', problem: error instanceof Error ? error.message : String(error) });
  });
}

async function announce(opening: Promise<OpenSource>): Promise<void> {
  const { name, conversations, badLines } = await opening;
  post({
    kind: 'opened',
    file: {
      name,
      badLines,
      conversations: conversations.map(({ id, format, body }) => ({
        id,
        format,
        isBody: body !== undefined,
      })),
    },
    strategies: listStrategies(palimpsest.registry, DEFAULT_STRATEGY),
  });
}

async function showWanted(): Promise<void> {
  isShowing = true;
  try {
    while (wanted !== undefined) {
      const choices = wanted;
      wanted = undefined;
      await show(choices, () => wanted !== undefined);
    }
  } finally {
    isShowing = false;
  }
}

/** Shows the figures of a compression first, then what it keeps, then why. Stops if there are newer choices. */
async function show(choices: Choices, isStale: () => boolean): Promise<void> {
  const { conversations } = await opened!;
  const conversation = conversations[choices.conversation]!;
  const compressed = await rewriteWith(choices)(conversation, () => {});
  const { tokensBefore, tokensAfter, targetTokens } = compressed.report;
  post({ kind: 'figures', figures: { tokensBefore, tokensAfter, targetTokens } });
  await rest();
  if (isStale()) return;
  await postComparison(compareCompressed(conversation, palimpsest, compressed));
  // Reasons take longer than the rest: they wait until the user has chosen.
  await pause(REASONS_AFTER);
  if (isStale()) return;
  const { settings } = createRequest(choices, palimpsest.registry).options;
  const reasons = await findReasons(conversation, compressed.report, palimpsest, settings);
  await rest();
  if (isStale() || reasons === undefined) return;
  await postComparison(compareCompressed(conversation, palimpsest, { ...compressed, reasons }));
}

/** Milliseconds without newer choices before reasons are computed. */
const REASONS_AFTER = 300;

/** Waits, but not after newer choices have come. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    wake = resolve;
    setTimeout(resolve, milliseconds);
  });
}

function postComparison({ entries, ...session }: Comparison): Promise<void> {
  const facts = entries.map((entry) => ({ ...entry, texts: undefined }));
  const lines = entries.map(({ texts }) => JSON.stringify(texts));
  return postSession({ ...session, entries: facts }, lines, (part) => post({ kind: 'part', part }));
}

/** Compresses the whole file, as the command line does. */
async function write(choices: Choices): Promise<void> {
  const rewrite = rewriteWith(choices);
  const texts: string[] = [];
  for (const item of (await opened!).items) {
    if (item.kind !== 'conversation') texts.push(item.text);
    else texts.push(item.rewrite((await rewrite(item, () => {})).messages));
  }
  post({ kind: 'written', text: texts.join('') });
}

function rewriteWith(choices: Choices): ReturnType<typeof createRewrite> {
  const request = createRequest(choices, palimpsest.registry);
  return createRewrite({ palimpsest, request, io: { now: () => performance.now() } });
}
