import { answerJobs } from '../threads/answer-jobs.ts';
import { runQuestionJob, type QuestionJob } from './question-jobs.ts';

answerJobs((job: QuestionJob) => runQuestionJob(job));
