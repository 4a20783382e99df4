#!/usr/bin/env node
import { constants } from 'node:os';
import { CLOSED } from './errors.ts';
import { EXIT } from './main-io.ts';
import { main } from './main.ts';

const interrupted = new AbortController();
let takeSignal = (signal: NodeJS.Signals): void => {
  interrupted.abort();
  process.exit(128 + constants.signals[signal]);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => takeSignal(signal));
}

// The write itself reports a failure. Without a listener, the event would end the process with a stack trace.
process.stdout.on('error', () => {});
let isReportLost = false;
process.stderr.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
  isReportLost ||= !CLOSED.has(code);
});

const code = await main(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  now: () => performance.now(),
  signal: interrupted.signal,
  takeSignals: (take) => void (takeSignal = take),
});
// Set at exit, because a write to standard error can fail after the command has ended.
process.once('exit', () => {
  process.exitCode = isReportLost && code === EXIT.done ? EXIT.failed : code;
});
