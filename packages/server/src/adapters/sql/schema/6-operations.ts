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
