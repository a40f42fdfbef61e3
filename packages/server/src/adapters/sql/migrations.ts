/**
 * The schema, step by step; the number of a step is its place in this list. A step that was released is never edited.
 *
 * - Keys of everything that grows begin with the channel's number, and messages lie in reading order.
 * - Times are milliseconds since 1970, truth values 0 and 1.
 */
export const migrations: string[] = [
  `
  create table facts (name text primary key, value text not null) without rowid;

  create table channels (
    channel integer primary key,
    channel_id text not null unique,
    type text not null,
    name text not null,
    created_at integer not null,
    created_by text not null,
    enabled_at integer not null,
    bot_present integer not null,
    bot_changed_at integer not null,
    owner_disabled integer not null default 0,
    last_seq integer not null default 0,
    last_time integer not null default 0,
    tail_version integer not null default 0,
    edit_version integer not null default 0,
    rules_version integer not null default 0
  );

  create table channel_settings (
    channel integer primary key references channels,
    timezone text,
    language text not null,
    new_member_role text not null,
    retention_days integer,
    backup_policy text not null,
    history text not null,
    allow_push integer not null,
    updated_at integer,
    updated_by text
  );

  create table assistants (
    channel integer primary key references channels,
    enabled integer not null,
    qa_enabled integer not null,
    qa_mode text not null,
    qa_cooldown_seconds integer not null,
    config_updated_at integer,
    config_updated_by text,
    welcome_enabled integer not null,
    welcome_message text not null,
    welcome_updated_at integer,
    welcome_updated_by text,
    group_rules_enabled integer not null,
    group_rules_content text not null,
    group_rules_updated_at integer,
    group_rules_updated_by text
  );

  create table members (
    channel integer not null references channels,
    user_id text not null,
    display_name text not null,
    role text not null,
    joined_at integer not null,
    left_at integer,
    updated_at integer not null,
    primary key (channel, user_id)
  ) without rowid;
  create index members_of_user on members (user_id, channel);
  create unique index one_owner on members (channel) where role = 'owner';

  create table subscriptions (
    channel integer not null references channels,
    user_id text not null,
    since integer not null,
    primary key (channel, user_id)
  ) without rowid;

  create table events_seen (
    channel integer not null references channels,
    event_id text not null,
    at integer not null,
    primary key (channel, event_id)
  ) without rowid;

  create table message_ids (
    channel integer not null references channels,
    message_id text not null,
    time integer,
    seq integer,
    unsent integer not null default 0,
    primary key (channel, message_id)
  ) without rowid;

  create table messages (
    channel integer not null references channels,
    time integer not null,
    seq integer not null,
    message_id text not null,
    edited_at integer,
    json text not null,
    primary key (channel, time, seq)
  ) without rowid;

  create table message_versions (
    channel integer not null references channels,
    message_id text not null,
    at integer not null,
    content text not null,
    primary key (channel, message_id, at)
  ) without rowid;

  create table media (
    channel integer not null references channels,
    time integer not null,
    seq integer not null,
    message_id text not null,
    type text not null,
    state text not null,
    sha256 text,
    size_bytes integer,
    file_name text,
    reason text,
    json text,
    primary key (channel, time, seq)
  ) without rowid;
  create index media_stored on media (channel, time, seq) where state = 'stored';
  create index media_by_blob on media (sha256) where sha256 is not null;

  create table rules (
    channel integer not null references channels,
    rule_id text not null,
    keywords text not null,
    question text not null,
    answer text not null,
    enabled integer not null,
    priority integer not null,
    match text,
    hits integer not null default 0,
    last_hit_at integer,
    created_at integer not null,
    updated_at integer not null,
    created_by text not null,
    primary key (channel, rule_id)
  ) without rowid;
  create index rules_in_order on rules (channel, priority desc, created_at, rule_id);

  create table keys (
    key_id text primary key,
    hash text not null unique,
    user_id text not null,
    name text not null,
    scope text not null,
    created_at integer not null,
    expires_at integer,
    revoked_at integer,
    last_used_at integer,
    parent_id text references keys
  ) without rowid;
  create index keys_of_user on keys (user_id);
  create index keys_of_parent on keys (parent_id) where parent_id is not null;

  create table usage_days (
    channel integer not null references channels,
    day text not null,
    messages integer not null default 0,
    media_files integer not null default 0,
    media_bytes integer not null default 0,
    auto_replies integer not null default 0,
    welcomes integer not null default 0,
    primary key (channel, day)
  ) without rowid;

  create table request_days (
    user_id text not null,
    day text not null,
    requests integer not null,
    primary key (user_id, day)
  ) without rowid;

  create table audit (
    audit_id integer primary key,
    channel integer not null references channels,
    at integer not null,
    actor text not null,
    key_id text,
    action text not null,
    target text,
    detail text not null
  );
  create index audit_of_channel on audit (channel, audit_id);
  `,
  `
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
  `,
  `
  alter table media add column source_url text;
  alter table media add column source_preview_url text;
  alter table media add column preview_state text;
  alter table media add column preview_sha256 text;
  create index media_by_preview on media (preview_sha256) where preview_sha256 is not null;

  create table released_files (release_id integer primary key, sha256 text not null);

  create index message_ids_awaited on message_ids (channel) where time is null and unsent = 0;

  create table erasures (
    erasure_id integer primary key,
    kind text not null,
    subject text not null,
    channel_subject text,
    at integer not null,
    finished_at integer,
    counts text not null,
    work text
  );
  create index erasures_of_subject on erasures (subject);
  create index erasures_open on erasures (erasure_id) where finished_at is null;

  update media set preview_state = 'pending' where state = 'stored' and type in ('image', 'video');
  insert into jobs (channel, kind, name, detail, created_at, run_at)
    select m.channel, 'make-preview', 'make-preview ' || c.channel_id || ' ' || m.message_id,
      json_object('kind', 'make-preview', 'channelId', c.channel_id, 'messageId', m.message_id), m.time, 0
    from media m join channels c on c.channel = m.channel where m.preview_state = 'pending';
  insert into job_queues (channel, kind, next_at)
    select distinct channel, 'make-preview', 0 from media where preview_state = 'pending';
  `,
  `
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
    held integer not null default 0,
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
  `,
]
