import { legalKinds } from './legal-kinds.ts';

export default legalKinds;
