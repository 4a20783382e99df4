import { contentText, type ChatMessage } from '../retention/chat-message.ts';
import { findMethod, OWN_METHOD_NAMES } from '../retention/methods.ts';
import { share } from '../retention/pooling.ts';
import { runJobs } from '../threads/run-jobs.ts';
import { leftOf, readFactContexts, readLocomo, readQmsum, type ProbedChat } from './chats.ts';
import { kitRow, UPPER_BOUND, type KitRow } from './kit.ts';

/** Says how to get the data: not all licences allow to redistribute them. */
export const HOW_TO_GET = `foreign: not measured. Clone these into one folder, and name it with --data:
  git clone https://github.com/jurayh/compaction-conformance-kit   (its sessions are made with python3)
  git clone https://github.com/profff/lost-in-compaction
  git clone https://github.com/snap-research/locomo && (cd locomo && git checkout e76cdff && unzip data/locomo10.zip)`;

const SIZES = [50, 25, 10, 5];

/** What is measured, at these sizes in per cent of the tokens. Where questions are known, each of `every` is the newest message. */
const CORPORA: Readonly<Record<string, Corpus>> = {
  locomo: { read: readLocomo, sizes: SIZES },
  'locomo, asked': { read: readLocomo, sizes: SIZES, every: 40 },
  'qmsum, asked': { read: readQmsum, sizes: SIZES, every: 8 },
  'lost-in-compaction': { read: readFactContexts, sizes: [...SIZES, 2] },
};

interface Corpus {
  readonly read: (folder: string) => readonly ProbedChat[];
  readonly sizes: readonly number[];
  readonly every?: number;
}

/** How much of the evidence a method leaves. Shares in per cent. */
export interface EvidenceRow {
  readonly corpus: string;
  readonly method: string;
  readonly budget: number;
  readonly questions: number;
  readonly kept: number | null;
}
type Place = Pick<EvidenceRow, 'corpus' | 'method' | 'budget'>;

const known = new Map<string, readonly ProbedChat[]>();

/** @public because a thread calls it by name */
export async function evidenceRow(job: Place & { readonly data: string }): Promise<EvidenceRow> {
  const { data, ...place } = job;
  const { read, every } = CORPORA[place.corpus]!;
  const chats = known.get(place.corpus) ?? read(data);
  known.set(place.corpus, chats);
  return await keptEvidence(chats, place, every);
}

/** Compresses chats, and counts the evidence that is left. Without `every`, questions are not known. */
export async function keptEvidence(
  chats: readonly ProbedChat[],
  place: Place,
  every?: number,
): Promise<EvidenceRow> {
  const run = async (messages: readonly ChatMessage[]): Promise<readonly ChatMessage[]> =>
    (await findMethod(place.method).compress(messages, place.budget / 100)).messages;
  let [number, asked, survived] = [0, 0, 0];
  for (const { messages, probes } of chats) {
    const unasked = every === undefined ? leftOf(await run(messages)) : undefined;
    for (const { question, kept } of probes) {
      number += 1;
      if (every !== undefined && number % every !== 0) continue;
      const newest = { role: 'user', content: question };
      const others = (one: ChatMessage): boolean => contentText(one) !== question;
      const left = unasked ?? leftOf((await run([...messages, newest])).filter(others));
      asked += 1;
      survived += kept(left);
    }
  }
  return { ...place, questions: asked, kept: share({ survived, asked }) };
}

/** Measures the strategies on data of other projects. @param data folder with their clones */
export async function foreignReport(data: string): Promise<object> {
  const methods = [...OWN_METHOD_NAMES, 'newest only'];
  const places = Object.entries(CORPORA).flatMap(([corpus, { sizes }]) =>
    methods.flatMap((method) => sizes.map((budget) => ({ data, corpus, method, budget }))),
  );
  const evidence = await runJobs<EvidenceRow>(
    { module: import.meta.url, name: evidenceRow.name },
    places,
  );
  const kit = await runJobs<KitRow>(
    { module: new URL('kit.ts', import.meta.url).href, name: kitRow.name },
    [...methods, UPPER_BOUND].flatMap((method) =>
      [10, 20, 30].map((budget) => ({ data, method, budget })),
    ),
  );
  return { figures: { kit, evidence } };
}
