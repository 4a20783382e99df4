export { createRecallServer } from './create-recall-server.ts';
