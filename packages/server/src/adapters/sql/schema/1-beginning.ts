/** The service, its channels and messages. */
export const beginning = `
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
`
