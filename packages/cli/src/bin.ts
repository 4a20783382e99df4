#!/usr/bin/env node
import { constants } from 'node:os';
import { CLOSED } from './errors.ts';
import { EXIT } from './main-io.ts';
import { main } from './main.ts';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(`palimpsest: expected Node 22.13 or newer, got ${process.versions.node}.\n`);
  process.exit(EXIT.refused);
}

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
