/** The assistant answers: what it sent, to whom, and how its settings changed. */
export const assistant = `
  alter table assistants add column qa_member_cooldown_seconds integer not null default 0;
  alter table assistants add column quiet_until integer;
  alter table assistants add column welcome_quiet_hours text;
  alter table assistants add column welcome_greet_returning integer not null default 1;
  alter table assistants add column version integer not null default 0;

  alter table rules add column more text not null default '{}';

  create table rule_hits (
    channel integer not null references channels,
    rule_id text not null,
    hits integer not null default 0,
    last_hit_at integer,
    failed_at integer,
    failure text,
    primary key (channel, rule_id)
  ) without rowid;
  insert into rule_hits (channel, rule_id, hits, last_hit_at)
    select channel, rule_id, hits, last_hit_at from rules where hits > 0;

  create table assistant_versions (
    channel integer not null references channels,
    version integer not null,
    at integer not null,
    actor text not null,
    changes integer not null,
    primary key (channel, version)
  ) without rowid;

  create table assistant_changes (
    channel integer not null references channels,
    version integer not null,
    ordinal integer not null,
    part text not null,
    rule_id text,
    question text,
    before text,
    after text,
    primary key (channel, version, ordinal)
  ) without rowid;

  create table cooldowns (
    channel integer not null references channels,
    rule_id text not null,
    user_id text not null,
    at integer not null,
    primary key (channel, rule_id, user_id)
  ) without rowid;
  create index cooldowns_in_order on cooldowns (at);

  create table sends (
    send_id integer primary key,
    channel integer not null references channels,
    kind text not null,
    at integer not null,
    message_id text,
    user_id text,
    rule_id text,
    mode text,
    state text not null,
    sent_by text not null,
    finished_at integer,
    failure text,
    reason text,
    texts text not null,
    detail text
  );
  create index sends_in_order on sends (channel, at, send_id);
  create unique index one_answer on sends (channel, message_id) where kind = 'answer';
  create index sends_waiting on sends (channel) where state = 'waiting';

  create table newcomers (
    channel integer not null references channels,
    user_id text not null,
    received_at integer not null,
    joined_at integer not null,
    reply text,
    held_until integer,
    primary key (channel, user_id)
  ) without rowid;

  create table model_days (
    channel integer not null references channels,
    day text not null,
    requests integer not null,
    tokens integer not null,
    primary key (channel, day)
  ) without rowid;
  create index model_days_of_day on model_days (day);

  drop index job_queues_due;
  create index job_queues_due on job_queues (kind, next_at) where next_at is not null;

  drop index one_reply_at_once;
  create unique index one_at_once on jobs (channel, kind) where kind in ('send-reply', 'find-answer') and lease is not null;
`
