/** Operator keys, and the status of connections. */
export const operator = `
  alter table keys add column is_operator integer not null default 0;
  alter table accounts add column name text;

  create table connections (
    platform text primary key,
    webhook_at integer,
    event_at integer,
    redelivered_at integer,
    signature_failed_at integer,
    refused integer not null default 0
  ) without rowid;
`

/** The index starts with the channel, so that one SQL text works on both engines. */
export const severalNodes = `
  drop index jobs_named;
  create unique index jobs_named on jobs (channel, name) where name is not null and lease is null and buried_at is null;
`

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

/** What nodes report about themselves every few seconds, so a crash of the server may take it. */
export const reportingNodes = {
  sqlite: '',
  postgres: `
  create unlogged table nodes (
    node_id text primary key,
    name text not null,
    version text not null,
    address text not null,
    media text not null,
    started_at bigint not null,
    clock_ahead_ms bigint not null,
    duties text not null,
    jobs_last_minute bigint not null,
    seen_at bigint not null
  ) with (fillfactor = 50);
`,
}
