/**
 * What is known about missing messages. One text for both engines.
 *
 * When the bot was absent, when no one had a backup and when the owner disabled the channel is known from `happenings`.
 */
export const ledger = `
  -- When a node was running, as it noted itself
  create table service_spans (
    node text not null,
    began_at bigint not null,
    seen_at bigint not null,
    primary key (node, began_at)
  );

  -- When a platform couldn't deliver to any channel
  create table absences (
    platform text not null,
    reason text not null,
    began_at bigint not null,
    -- Null: it goes on
    ended_at bigint,
    -- How many deliveries failed, as far as that is known
    deliveries bigint not null,
    detail text not null,
    primary key (platform, reason, began_at)
  );

  -- What was removed or not saved, by the day it was sent; no text and no person
  create table ledger_days (
    channel bigint not null,
    day text not null,
    private_messages bigint not null default 0,
    expired bigint not null default 0,
    erased bigint not null default 0,
    primary key (channel, day)
  );

  -- Messages that arrived long after they were sent, by the minute they were sent in
  create table late_arrivals (
    channel bigint not null,
    minute bigint not null,
    messages bigint not null,
    primary key (channel, minute)
  );
`
