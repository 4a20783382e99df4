import { existsSync } from 'node:fs';
import { contentText, type ChatMessage } from '../retention/chat-message.ts';
import { findMethod, OWN_METHOD_NAMES } from '../retention/methods.ts';
import { share } from '../retention/pooling.ts';
import { runJobs } from '../threads/run-jobs.ts';
import { leftOf, readFactContexts, readLocomo, readQmsum, type ProbedChat } from './chats.ts';
import { kitRow, readKit, type KitRow, type KitSession } from './kit.ts';

/** Says how to get the data: not all licences allow to redistribute them. */
export const HOW_TO_GET = `foreign: not measured. Clone these into one folder, and name it with --data:
  git clone https://github.com/jurayh/compaction-conformance-kit   (its sessions are made with python3)
  git clone https://github.com/snap-research/locomo                (extract data/locomo10.zip, if there is one)
  git clone https://github.com/profff/lost-in-compaction`;

const KIT = 'compaction-conformance-kit';
const FACTS = 'lost-in-compaction';
const FOLDERS = [KIT, 'locomo', FACTS];

/** What is measured, at these sizes in per cent. Of known questions, each of `every` is the newest message. */
const CORPORA: Readonly<Record<string, { readonly sizes: readonly number[]; every?: number }>> = {
  locomo: { sizes: [50, 25, 10, 5] },
  'locomo, asked': { sizes: [50, 25, 10, 5], every: 40 },
  qmsum: { sizes: [50, 25, 10, 5] },
  'qmsum, asked': { sizes: [50, 25, 10, 5], every: 8 },
  [FACTS]: { sizes: [50, 25, 10, 5, 2] },
  [KIT]: { sizes: [10, 20, 30] },
};

/** How much of the evidence a method leaves. Shares in per cent. */
export interface EvidenceRow {
  readonly corpus: string;
  readonly method: string;
  readonly budget: number;
  readonly questions: number;
  readonly kept: number | null;
}

interface ForeignJob {
  readonly data: string;
  readonly corpus: string;
  readonly method: string;
  readonly budget: number;
}

const read = new Map<string, readonly ProbedChat[]>();
let kit: readonly KitSession[] | undefined;

/** @public because a thread calls it by name */
export async function runForeignJob(job: ForeignJob): Promise<KitRow | EvidenceRow> {
  const { data, corpus } = job;
  if (corpus === KIT) return await kitRow((kit ??= readKit(`${data}/${KIT}`)), job);
  const [source = ''] = corpus.split(',');
  const chats = read.get(source) ?? readChats(source, data);
  read.set(source, chats);
  return await evidenceRow(chats, { ...job, every: CORPORA[corpus]!.every });
}

function readChats(source: string, data: string): ProbedChat[] {
  if (source === 'qmsum') return readQmsum();
  return (source === FACTS ? readFactContexts : readLocomo)(`${data}/${source}`);
}

/** Compresses chats, and counts the evidence that is left. @param every `undefined`: no question is known */
export async function evidenceRow(
  chats: readonly ProbedChat[],
  { corpus, method, budget, every }: Omit<ForeignJob, 'data'> & { every?: number | undefined },
): Promise<EvidenceRow> {
  const run = async (messages: readonly ChatMessage[]): Promise<readonly ChatMessage[]> =>
    (await findMethod(method).compress(messages, budget / 100)).messages;
  let [number, asked, survived] = [0, 0, 0];
  for (const { messages, probes } of chats) {
    const unknown = every === undefined ? leftOf(await run(messages)) : undefined;
    for (const { question, kept } of probes) {
      number += 1;
      if (every !== undefined && number % every !== 0) continue;
      const newest = { role: 'user', content: question };
      const others = (one: ChatMessage): boolean => contentText(one) !== question;
      const left = unknown ?? leftOf((await run([...messages, newest])).filter(others));
      asked += 1;
      survived += kept(left);
    }
  }
  return { corpus, method, budget, questions: asked, kept: share({ survived, asked }) };
}

/** Measures the strategies on data of other projects. @param data folder with their clones */
export async function foreignReport(data: string): Promise<object> {
  const missing = FOLDERS.filter((name) => !existsSync(`${data}/${name}`));
  if (missing.length > 0)
    throw new Error(`${data}: ${missing.join(', ')} not found.\n${HOW_TO_GET}`);
  const jobs = Object.entries(CORPORA).flatMap(([corpus, { sizes }]) =>
    [...OWN_METHOD_NAMES, 'newest only'].flatMap((method) =>
      sizes.map((budget): ForeignJob => ({ data, corpus, method, budget })),
    ),
  );
  const source = { module: import.meta.url, name: runForeignJob.name };
  const rows = await runJobs<KitRow | EvidenceRow>(source, jobs);
  const isEvidence = (row: KitRow | EvidenceRow): row is EvidenceRow => 'corpus' in row;
  const figures = {
    kit: rows.filter((row) => !isEvidence(row)),
    evidence: rows.filter(isEvidence),
  };
  for (const table of Object.values(figures)) console.table(table);
  return { figures };
}
