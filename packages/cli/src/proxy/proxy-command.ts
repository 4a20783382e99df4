import { withValue, type Command } from '../arguments/command.ts';
import { readPort } from '../arguments/options.ts';
import { errorCode, UsageError } from '../errors.ts';
import { EXIT, type MainIo } from '../main-io.ts';
import { writeTexts } from '../output/write-texts.ts';
import { printable } from '../terminal/printable.ts';
import { DashboardSessions } from './dashboard/dashboard-sessions.ts';
import { serveDashboard } from './dashboard/serve-dashboard.ts';
import { PROXY_OPTIONS, startProxy } from './proxy-options.ts';
import { RequestSums, formatRequest } from './sum-requests.ts';

const DEFAULT_PORT = 4141;

export const proxyCommand: Command = {
  options: {
    port: withValue('N', `port to listen on (default: ${DEFAULT_PORT})`, 'p'),
    host: withValue('ADDRESS', 'address to listen on (default: 127.0.0.1)'),
    ...PROXY_OPTIONS,
    dashboard: { help: 'show a page with sessions, tokens, costs and removed content' },
    'dashboard-port': withValue('N', 'port of that page (default: a free one)'),
    verbose: { help: 'print a line for each request' },
  },
  notes: [
    'Point an agent at the proxy by its base URL. Agents that call Anthropic, OpenAI or Gemini need nothing else; for another provider, name it with --upstream NAME=URL and use http://127.0.0.1:4141/NAME as the base URL.',
    'The page of --dashboard is on 127.0.0.1 only. It shows what agents and models say, and can switch the proxy off.',
    'Any other address than a loopback address needs the variable PALIMPSEST_TOKEN: clients then use http://ADDRESS:PORT/t/TOKEN as the base URL.',
  ],
  async run(given, io) {
    const { stdout, stderr } = io;
    const sums = new RequestSums();
    const pagePort = readPort(given, 'dashboard-port');
    if (pagePort !== undefined && !given.has('dashboard')) {
      throw new UsageError('--dashboard-port is for --dashboard. Add --dashboard, or remove it.');
    }
    const sessions = given.has('dashboard') ? new DashboardSessions() : undefined;
    const port = readPort(given, 'port') ?? DEFAULT_PORT;
    const proxy = await startProxy(given, io, {
      port,
      host: given.get('host'),
      sessions,
      onRequest(report) {
        sums.add(report);
        if (given.has('verbose')) stderr.write(`${printable(formatRequest(report), 300)}\n`);
      },
    }).catch(namePort('port', port));
    let page: Awaited<ReturnType<typeof serveDashboard>> | undefined;
    try {
      page =
        sessions &&
        (await serveDashboard(sessions, pagePort).catch(namePort('dashboard-port', pagePort)));
      await writeTexts(stdout, [`${proxy.url}\n`, ...(page ? [`${page.url}\n`] : [])]);
      await interrupted(io);
    } finally {
      await page?.close();
      await proxy.close();
    }
    const line = sums.format();
    if (line !== undefined) stderr.write(`${line}\n`);
    return EXIT.done;
  },
};

/** Returns a function that throws an error, which names the option of a port that is in use. */
function namePort(option: string, port: number | undefined): (error: unknown) => never {
  return (error) => {
    if (errorCode(error) !== 'EADDRINUSE') throw error;
    throw new UsageError(`--${option}: port ${port} is in use. Choose another one.`);
  };
}

async function interrupted({ takeSignals, signal }: MainIo): Promise<void> {
  await new Promise<void>((resolve) => {
    takeSignals?.(() => resolve());
    signal?.addEventListener('abort', () => resolve());
  });
}
