/**
 * For several nodes that claim jobs at once. A job is planned by inserting its row; the next claim adds it to its queue. SQLite
 * has a single writer and needs nothing new.
 */
export const claimingNodes = {
  sqlite: '',
  postgres: `
  alter table jobs add column is_queued boolean not null default false;
  create index jobs_to_queue on jobs (kind, run_at) where not is_queued;
  create sequence job_turns owned by job_queues.turn;
  select setval('job_turns', (select coalesce(max(turn), 0) + 1 from job_queues));
`,
}
