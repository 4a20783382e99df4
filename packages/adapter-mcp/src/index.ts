export { createRecallServer, type RecallServerOptions } from './create-recall-server.ts';
