import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The fields of a manifest that are read here; all others are kept unchanged. */
export interface PackedManifest {
  readonly name: string;
  readonly version: string;
  readonly sideEffects?: false | readonly string[];
  readonly repository?: { readonly url?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

export interface PackedVersion {
  readonly manifest: PackedManifest;
  readonly tarball: Buffer;
}

export interface LoopbackRegistryOptions {
  /** Token required to publish. */
  readonly token: string;
  /** Time after which the registry always stops, in ms. */
  readonly lifetimeMs: number;
  /** Returns the packages that exist without being published. */
  readonly given?: (name: string) => PackedVersion[];
}

export interface LoopbackRegistry {
  /** Address, with a trailing slash. */
  readonly url: string;
  /** Published packages as `name@version`, in order of publication. */
  readonly published: readonly string[];
  readonly versionsOf: (name: string) => readonly PackedVersion[];
  readonly close: () => Promise<void>;
}

interface Publication {
  readonly name: string;
  readonly versions: Readonly<Record<string, PackedManifest>>;
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>;
}

/**
 * Starts a package registry in memory, on a free port that only this machine reaches. Packages are installed from it and published to it, each
 * version once, with a token and the address of a repository, which provenance requires. It contacts no other registry itself.
 */
export async function startLoopbackRegistry(
  options: LoopbackRegistryOptions,
): Promise<LoopbackRegistry> {
  const stored = new Map<string, PackedVersion[]>();
  const published: string[] = [];

  const versionsOf = (name: string): PackedVersion[] => {
    if (!stored.has(name)) stored.set(name, [...(options.given?.(name) ?? [])]);
    return stored.get(name)!;
  };

  const publish = (text: string): readonly [number, object] => {
    const { name, versions, _attachments } = JSON.parse(text) as Publication;
    const [manifest] = Object.values(versions);
    const [attachment] = Object.values(_attachments);
    if (manifest === undefined || attachment === undefined) return [400, { error: 'no version' }];
    if (!manifest.repository?.url) return [422, { error: 'no repository.url for the provenance' }];
    const known = versionsOf(name);
    if (known.some((one) => one.manifest.version === manifest.version)) {
      return [403, { error: `You cannot publish over ${name}@${manifest.version}.` }];
    }
    known.push({ manifest, tarball: Buffer.from(attachment.data, 'base64') });
    published.push(`${name}@${manifest.version}`);
    return [201, { ok: true }];
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = decodeURIComponent(request.url!.slice(1).replace(/\?.*$/, ''));
    const respond = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (request.method === 'PUT') {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      if (request.headers.authorization !== `Bearer ${options.token}`) {
        respond(401, { error: 'a token is needed to publish' });
      } else respond(...publish(Buffer.concat(chunks).toString('utf8')));
      return;
    }
    const [name, version] = path.split('/-/');
    const versions = versionsOf(name!);
    const one = versions.find(({ manifest }) => `${manifest.version}.tgz` === version);
    if (one !== undefined) response.writeHead(200).end(one.tarball);
    else if (version === undefined && versions.length > 0) respond(200, packument(url, versions));
    else respond(404, { error: 'not found' });
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: String(error) }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  const close = async (): Promise<void> => {
    clearTimeout(timer);
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  const timer = setTimeout(() => void close(), options.lifetimeMs);
  timer.unref();
  return { url, published, versionsOf, close };
}

/** Returns the registry document of a package; the last version is the latest. */
function packument(url: string, packed: readonly PackedVersion[]): object {
  const { name } = packed[0]!.manifest;
  const versions = packed.map(({ manifest, tarball }) => ({
    ...manifest,
    dist: {
      tarball: `${url}${name}/-/${manifest.version}.tgz`,
      integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
    },
  }));
  return {
    name,
    'dist-tags': { latest: versions.at(-1)!.version },
    versions: Object.fromEntries(versions.map((one) => [one.version, one])),
    time: Object.fromEntries(versions.map(({ version }) => [version, '2026-01-01T00:00:00.000Z'])),
  };
}
