import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Tokens that the registry knows: a person may create packages, a trusted workflow publishes versions of those that exist. */
export const TOKENS = { person: 'token-of-a-person', workflow: 'token-of-a-workflow' } as const;

interface Version {
  readonly version: string;
  readonly repository?: { readonly url?: string; readonly directory?: string };
}
interface Packument {
  readonly name: string;
  readonly versions: Readonly<Record<string, Version>>;
  readonly 'dist-tags': Readonly<Record<string, string>>;
}

export interface LoopbackRegistry {
  readonly url: string;
  /** Published packages, by name. */
  readonly packages: ReadonlyMap<string, Packument>;
  close(): Promise<void>;
}

/** Serves a registry on this machine, with the rules of npm for a release with provenance that is built from the repository at `address`. */
export async function openLoopbackRegistry(address: string): Promise<LoopbackRegistry> {
  const packages = new Map<string, Packument>();
  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url!.slice(1).split('?')[0]!);
    const reply = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const known = packages.get(name);
    if (request.method !== 'PUT') {
      return known === undefined ? reply(404, { error: 'not found' }) : reply(200, known);
    }
    return void readBody(request).then((given) => {
      const refusal = findRefusal(given, known, request.headers.authorization, address);
      if (refusal !== undefined) return reply(refusal.status, { error: refusal.error });
      packages.set(name, {
        ...given,
        versions: { ...known?.versions, ...given.versions },
        'dist-tags': { ...known?.['dist-tags'], ...given['dist-tags'] },
      });
      return reply(201, { ok: true });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    packages,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Packument> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Packument;
}

/** Returns why a package is not accepted, in the order in which npm checks. */
function findRefusal(
  { name, versions }: Packument,
  known: Packument | undefined,
  authorization: string | undefined,
  address: string,
): { readonly status: number; readonly error: string } | undefined {
  const isPerson = authorization === `Bearer ${TOKENS.person}`;
  if (!isPerson && authorization !== `Bearer ${TOKENS.workflow}`) {
    return { status: 401, error: 'no token' };
  }
  if (known === undefined && !isPerson) {
    return { status: 404, error: `${name} does not exist: trusted publishing cannot create it` };
  }
  for (const { version, repository } of Object.values(versions)) {
    if (repository?.url !== `git+${address}.git`) {
      const error = `provenance: expected "repository.url" git+${address}.git, got ${repository?.url}`;
      return { status: 422, error };
    }
    if (known?.versions[version] !== undefined) {
      return { status: 403, error: `${name}@${version} was published before` };
    }
  }
  return undefined;
}
