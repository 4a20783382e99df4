import { asSwitch, withValue, type Arguments, type Command } from '../arguments/command.ts';
import { readPositive } from '../arguments/options.ts';
import { EXIT, type MainIo } from '../main-io.ts';
import { writeTexts } from '../output/write-texts.ts';
import { printable } from '../terminal/printable.ts';
import { PROXY_OPTIONS, startProxy } from './proxy-options.ts';
import { createRequestSums, formatRequest } from './sum-requests.ts';

const DEFAULT_PORT = 4141;

export const proxyCommand: Command = {
  options: {
    port: withValue('N', `port to listen on (default: ${DEFAULT_PORT})`, 'p'),
    host: withValue('ADDRESS', 'address to listen on (default: 127.0.0.1)'),
    ...PROXY_OPTIONS,
    verbose: asSwitch('print a line for each request'),
  },
  notes: [
    'Point an agent at the proxy by its base URL. Agents that call Anthropic, OpenAI or Gemini need nothing else; for another provider, name it with --upstream NAME=URL and use http://127.0.0.1:4141/NAME as the base URL.',
    'Any other address than a loopback address needs the variable PALIMPSEST_TOKEN: clients then use http://ADDRESS:PORT/t/TOKEN as the base URL.',
  ],
  run: runProxy,
};

async function runProxy(given: Arguments, io: MainIo): Promise<number> {
  const { stdout, stderr } = io;
  const sums = createRequestSums();
  const proxy = await startProxy(given, io, {
    port: readPositive(given, 'port') ?? DEFAULT_PORT,
    host: given.get('host'),
    onRequest(report) {
      sums.add(report);
      if (given.has('verbose')) stderr.write(`${printable(formatRequest(report), 300)}\n`);
    },
  });
  await writeTexts(stdout, [`${proxy.url}\n`]);
  await interrupted(io);
  await proxy.close();
  const line = sums.format();
  if (line !== undefined) stderr.write(`${line}\n`);
  return EXIT.done;
}

/** Resolves when the user ends the command. */
async function interrupted({ takeSignals, signal }: MainIo): Promise<void> {
  await new Promise<void>((resolve) => {
    takeSignals?.(() => resolve());
    signal?.addEventListener('abort', () => resolve());
  });
}
