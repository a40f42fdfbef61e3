/** Platforms: names and pictures, private members, jobs. */
export const platforms = `
  alter table channels add column platform text not null default '';
  alter table channels add column member_count integer;
  alter table channels add column picture_url text;
  alter table channels add column picture_sha256 text;
  alter table channels add column picture_type text;
  alter table channels add column profile_at integer;

  alter table members add column picture_url text;
  alter table members add column picture_sha256 text;
  alter table members add column picture_type text;
  alter table members add column profile_at integer;

  create index channels_by_picture on channels (picture_sha256) where picture_sha256 is not null;
  create index members_by_picture on members (picture_sha256) where picture_sha256 is not null;

  create table private_members (
    channel integer not null references channels,
    user_id text not null,
    since integer not null,
    primary key (channel, user_id)
  ) without rowid;

  create table message_details (
    channel integer not null references channels,
    message_id text not null,
    json text not null,
    primary key (channel, message_id)
  ) without rowid;

  create table unread_events (
    unread_id integer primary key,
    platform text not null,
    event_id text,
    channel_id text,
    message_id text,
    at integer not null,
    reason text not null,
    raw text not null
  );
  create unique index unread_once on unread_events (platform, event_id) where event_id is not null;
  create index unread_of_message on unread_events (message_id) where message_id is not null;

  create table accounts (
    platform text primary key,
    account_id text not null,
    recorded_at integer not null
  ) without rowid;

  create table claim_codes (
    hash text primary key,
    channel_id text,
    created_at integer not null,
    expires_at integer not null,
    used_at integer,
    used_by text
  ) without rowid;

  create table jobs (
    job_id integer primary key,
    channel integer not null references channels,
    kind text not null,
    name text,
    detail text not null,
    created_at integer not null,
    run_at integer not null,
    attempts integer not null default 0,
    lease text,
    buried_at integer,
    reason text
  );
  create unique index jobs_named on jobs (name) where name is not null and lease is null and buried_at is null;
  create unique index one_reply_at_once on jobs (channel) where kind = 'send-reply' and lease is not null;
  create index jobs_in_order on jobs (channel, kind, run_at, job_id) where buried_at is null;
  create index jobs_buried on jobs (buried_at, job_id) where buried_at is not null;

  create table job_queues (
    channel integer not null references channels,
    kind text not null,
    next_at integer,
    turn integer not null default 0,
    primary key (channel, kind)
  ) without rowid;
  create index job_queues_due on job_queues (next_at) where next_at is not null;
  create index job_queues_turn on job_queues (turn);
`
