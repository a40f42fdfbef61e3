/**
 * For groups that don't know each other: who can inherit a group, how much each can use, and what is deleted with a person.
 *
 * One text for both engines: SQLite treats `bigint` as an integer. Steps from here on only add, so nodes of two releases can
 * share a database.
 */
export const strangers = `
  -- Owners, claims and history
  alter table channels add column had_owner integer not null default 0;
  alter table channels add column remind_owner_at bigint;
  alter table channel_settings add column history_from bigint;
  alter table members add column join_seen_at bigint;
  alter table members add column was_owner integer not null default 0;
  alter table members add column admin_since bigint;
  update channels set had_owner = 1 where exists (select 1 from members m where m.channel = channels.channel and m.role = 'owner')
    or exists (select 1 from audit a where a.channel = channels.channel and a.action in ('owner.claimed', 'owner.left', 'owner.changed'));
  update members set was_owner = 1 where role = 'owner' or exists (select 1 from audit a where a.channel = members.channel
    and a.target = members.user_id and a.action in ('owner.claimed', 'owner.left', 'owner.changed'));
  update members set admin_since = updated_at where role in ('owner', 'admin');

  -- Memberships that are checked again
  alter table channels add column returned_at bigint;
  alter table members add column checked_at bigint not null default 0;

  -- Versions of the assistant
  alter table assistant_versions add column label text;
  alter table assistant_versions add column size_bytes bigint not null default 0;
  alter table assistant_versions add column is_thinned integer not null default 0;
  alter table assistants add column rules_bytes bigint not null default 0;
  alter table assistants add column thinnings bigint not null default 0;
  update assistant_versions set size_bytes = (
    select coalesce(sum(coalesce(octet_length(c.question), 0) + coalesce(octet_length(c.before), 0)
      + coalesce(octet_length(c.after), 0)), 0)
    from assistant_changes c where c.channel = assistant_versions.channel and c.version = assistant_versions.version);
  update assistants set rules_bytes = (
    select coalesce(sum(octet_length(r.keywords) + octet_length(r.question) + octet_length(r.answer) + octet_length(r.more)), 0)
    from rules r where r.channel = assistants.channel);

  -- Imports are staged in slices and put in place by one short commit. Their edits are written under the version they become:
  -- edits of a version that is not in assistant_versions do not count.
  create table assistant_imports (
    import_id text primary key,
    channel bigint not null,
    version bigint not null,
    at bigint not null,
    is_open integer not null
  );
  create unique index one_import_at_once on assistant_imports (channel) where is_open = 1;
  create table assistant_staged (
    import_id text not null,
    rule_id text not null,
    channel bigint not null,
    question text not null,
    keywords text,
    answer text,
    enabled integer,
    priority integer,
    match text,
    more text,
    created_at bigint,
    created_by text,
    primary key (import_id, rule_id)
  );

  -- What a channel stores, as last measured
  create table channel_sizes (
    channel bigint primary key,
    message_bytes bigint not null,
    media_bytes bigint not null,
    measured_at bigint not null
  );

  -- Shares of the language model
  create table model_people (
    day text not null,
    user_id text not null,
    requests bigint not null,
    tokens bigint not null,
    primary key (day, user_id)
  );

  -- What is never kept, and what is repeated after a restore
  create table early_edits (
    channel bigint not null,
    message_id text not null,
    at bigint not null,
    user_id text not null,
    received_at bigint not null,
    content text not null,
    primary key (channel, message_id, at)
  );
  create index early_edits_received on early_edits (received_at);
  create index early_edits_of_person on early_edits (channel, user_id);
  -- Edits whose message never came were kept among its versions, without saying whose they are.
  delete from message_versions where exists (select 1 from message_ids i where i.channel = message_versions.channel
    and i.message_id = message_versions.message_id and i.time is null);
  delete from message_ids where time is null and unsent = 0;
  insert into facts (name, value) values ('unwiped', '') on conflict do nothing;
  alter table unread_events add column user_id text;
  create table ledger_entries (
    kind text not null,
    subject text not null,
    channel_subject text not null default '',
    at bigint not null,
    no bigint,
    repeated integer not null default 0,
    primary key (kind, subject, channel_subject, at)
  );
  create index ledger_entries_by_no on ledger_entries (no);
  create index ledger_entries_repeated on ledger_entries (at) where repeated = 1;
`
