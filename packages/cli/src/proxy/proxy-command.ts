import {
  formatNotes,
  parsePort,
  parseText,
  rejectOptions,
  type DefineCommand,
} from '../arguments/options.ts';
import { errorCode, UsageError } from '../errors.ts';
import type { MainIo } from '../main-io.ts';
import { writeTexts } from '../output/write-texts.ts';
import { printable } from '../terminal/printable.ts';
import { DashboardSessions } from './dashboard/dashboard-sessions.ts';
import { serveDashboard } from './dashboard/serve-dashboard.ts';
import { addProxyOptions } from './proxy-command-options.ts';
import { startProxy } from './start-proxy.ts';
import { RequestSums, formatRequest } from './sum-requests.ts';

const DEFAULT_PORT = 4141;

export const defineProxy: DefineCommand = (command, io) => {
  addProxyOptions(command)
    .option('-p, --port <N>', 'port to listen on', parsePort, DEFAULT_PORT)
    .option('--host <ADDRESS>', 'address to listen on (default: 127.0.0.1)', parseText)
    .option('--dashboard', 'show a page with sessions, tokens, costs and removed content')
    .option('--dashboard-port <N>', 'port of that page (default: a free one)', parsePort)
    .option('--verbose', 'print a line for each request')
    .addHelpText(
      'after',
      formatNotes(
        io,
        'Point an agent at the proxy by its base URL. Agents that call Anthropic, OpenAI or Gemini need nothing else; for another provider, name it with --upstream NAME=URL and use http://127.0.0.1:4141/NAME as the base URL.',
        'The page of --dashboard is on 127.0.0.1 only. It shows what agents and models say, and can switch the proxy off.',
        'Any other address than a loopback address needs the variable PALIMPSEST_TOKEN: clients then use http://ADDRESS:PORT/t/TOKEN as the base URL.',
      ),
    )
    .action(async (options) => {
      const { stdout, stderr } = io;
      const { port, host, dashboard, dashboardPort, verbose } = options;
      if (dashboard === undefined) rejectOptions(options, ['dashboard-port'], 'needs --dashboard.');
      const sums = new RequestSums();
      const sessions = dashboard ? new DashboardSessions() : undefined;
      const proxy = await startProxy(options, io, {
        port,
        host,
        sessions,
        onRequest(report) {
          sums.add(report);
          if (verbose) stderr.write(`${printable(formatRequest(report), 300)}\n`);
        },
      }).catch(namePort('port', port));
      let page: Awaited<ReturnType<typeof serveDashboard>> | undefined;
      try {
        page =
          sessions &&
          (await serveDashboard(sessions, dashboardPort).catch(
            namePort('dashboard-port', dashboardPort),
          ));
        await writeTexts(stdout, [`${proxy.url}\n`, ...(page ? [`${page.url}\n`] : [])]);
        if (stdout.isTTY === true) {
          stderr.write(
            `Start an agent with this base URL, such as ANTHROPIC_BASE_URL=${proxy.url} claude. Ctrl+C ends the proxy.\n`,
          );
        }
        await interrupted(io);
      } finally {
        await page?.close();
        await proxy.close();
      }
      const line = sums.format();
      if (line !== undefined) stderr.write(`${line}\n`);
    });
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
