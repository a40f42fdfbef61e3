/** The operator's rights, and how connections fare. */
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
