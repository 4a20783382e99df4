import { PalimpsestError } from '@palimpsest/core-types';
import { createPalimpsest } from 'palimpsest';
import { workerData } from 'node:worker_threads';
import { parseArguments } from '../arguments/parse-arguments.ts';
import { OPTIONS } from './compress-command.ts';
import { createRewrite } from './create-rewrite.ts';
import { readRequest } from './read-request.ts';
import { readLine } from '../conversations/read-document.ts';
import { rewriteItem } from '../rewrite-conversations.ts';
import type { WorkerResult, WorkerSetup, WorkerTask } from '../workers.ts';

// The pool puts its own data first.
const [, { argv, env, cwd }] = workerData as [unknown, WorkerSetup];
const palimpsest = createPalimpsest();
const command = { name: 'compress', argument: 'FILE', summary: '' };
const request = await readRequest(
  parseArguments(command, { options: OPTIONS }, argv),
  palimpsest.registry,
  { env, cwd },
);
const rewrite = createRewrite({ palimpsest, request, io: { now: () => performance.now() } });

/** Compresses one line of a JSON Lines file in a worker thread. */
export async function compressLine({ line, options }: WorkerTask): Promise<WorkerResult> {
  try {
    const rewritten = await rewriteItem(readLine(line, options), rewrite, () => {});
    return { rewritten, keptTexts: request.kept.found };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { message, code: PalimpsestError.isInstance(error) ? error.code : 'FAILED' };
  }
}
