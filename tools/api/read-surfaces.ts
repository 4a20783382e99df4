import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
  type IConfigFile,
} from '@microsoft/api-extractor';
import type { EntryPoint, PublishedPackage } from '../published-packages.ts';

const base = new URL('../../tsconfig.base.json', import.meta.url);
const REPORT = 'surface';

/**
 * Returns the declarations that each entry point exports, and those they refer to, sorted and without comments. Reads the build output in
 * `dist`. One compiler reads all entry points in seconds; one for each would take a minute.
 */
export function readSurfaces(packages: readonly PublishedPackage[]): Map<EntryPoint, string> {
  const entries = packages.flatMap(({ folder, entryPoints }) =>
    entryPoints.map((entryPoint) => ({ folder, entryPoint })),
  );
  const absent = entries.find(({ entryPoint }) => !existsSync(entryPoint.declarations));
  if (absent !== undefined) {
    throw new Error(
      `${absent.entryPoint.declarations} does not exist. Run \`pnpm build\`; if it is still missing, package.json exports a file that no source builds.`,
    );
  }
  const reports = mkdtempSync(join(tmpdir(), 'surfaces-'));
  try {
    const configs = entries.map(({ folder, entryPoint }) =>
      ExtractorConfig.prepare({
        configObject: configFor(folder, entryPoint, reports),
        configObjectFullPath: undefined,
        packageJsonFullPath: `${folder}/package.json`,
      }),
    );
    const compilerState = CompilerState.create(configs[0]!, {
      additionalEntryPoints: entries.map(({ entryPoint }) => entryPoint.declarations),
    });
    return new Map(
      entries.map(({ entryPoint }, i) => [entryPoint, extract(configs[i]!, compilerState)]),
    );
  } finally {
    rmSync(reports, { recursive: true });
  }
}

function configFor(folder: string, { declarations }: EntryPoint, reports: string): IConfigFile {
  const { compilerOptions } = JSON.parse(readFileSync(base, 'utf8')) as {
    readonly compilerOptions: object;
  };
  return {
    projectFolder: folder,
    mainEntryPointFilePath: declarations,
    newlineKind: 'lf',
    compiler: {
      overrideTsconfig: {
        compilerOptions: { ...compilerOptions, noEmit: true },
        files: [declarations],
      },
    },
    apiReport: {
      enabled: true,
      includeForgottenExports: true,
      reportFileName: REPORT,
      reportFolder: reports,
      reportTempFolder: `${reports}/new`,
    },
    docModel: { enabled: false },
    dtsRollup: { enabled: false },
    tsdocMetadata: { enabled: false },
    messages: {
      compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
      extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
    },
  };
}

function extract(config: ExtractorConfig, compilerState: CompilerState): string {
  const errors: string[] = [];
  Extractor.invoke(config, {
    compilerState,
    localBuild: true,
    messageCallback: (message) => {
      if (message.logLevel === ExtractorLogLevel.Error) errors.push(message.text);
      message.handled = true;
    },
  });
  if (errors.length > 0) throw new Error(`${config.mainEntryPointFilePath}: ${errors.join('\n')}`);
  const [, code] = /```ts\n([^]*)```/.exec(readFileSync(config.reportFilePath, 'utf8'))!;
  return withoutComments(code!);
}

function withoutComments(code: string): string {
  return code
    .replaceAll(/^ *\/\*\*[^]*?\*\/\n/gm, '')
    .replaceAll(/^ *\/\/.*\n/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
