import { codecs, type FormatName } from '@palimpsest/formats';
import { fuzzKind, type FuzzKind } from '../fuzz-kind.ts';
import { messageCases } from '../message-kinds.ts';
import { messageProblems } from '../message-problems.ts';
import { legalMessages } from './legal-messages.ts';

/** Valid conversations with rich tool results in every format, compressed by every strategy. */
export const legalKinds: readonly FuzzKind[] = (Object.keys(codecs) as FormatName[]).map((format) =>
  fuzzKind({
    name: `legal, ${format}`,
    weight: 6,
    cases: messageCases(format, legalMessages(format)),
    subject: ({ strategy }) => strategy,
    judge: messageProblems,
  }),
);
