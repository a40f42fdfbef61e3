/**
 * Strangers on one service: who may inherit a group, what each may use up, and what goes when people do.
 *
 * One text for both engines: SQLite treats `bigint` as an integer. Steps from here on only add, so nodes of two releases can share a
 * database.
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
