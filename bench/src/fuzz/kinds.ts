import { corpusKinds } from './corpus-kinds.ts';
import type { FuzzKind } from './fuzz-kind.ts';
import { lawKinds } from './law-kinds.ts';
import { messageKinds } from './message-kinds.ts';

/** All kinds of cases. */
export const KINDS: readonly FuzzKind[] = [...lawKinds, ...messageKinds, ...corpusKinds];
