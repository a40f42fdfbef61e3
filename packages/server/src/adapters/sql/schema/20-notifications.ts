/**
 * Browsers that get notifications, and what they were notified of. They belong to sign-ins, so what ends the sign-in ends them. One
 * text for both engines.
 */
export const notifications = `
  create table notified_browsers (
    -- Of the sign-in
    key_id text primary key,
    endpoint text not null unique,
    p256dh text not null,
    auth text not null,
    server_key text not null,
    created_at bigint not null,
    next_at bigint not null,
    failures bigint not null,
    findings_at bigint not null
  );
  create index notified_browsers_by_time on notified_browsers (next_at);

  -- Up to which change of a channel a browser was notified
  create table notified_changes (
    key_id text not null,
    channel bigint not null,
    no bigint not null,
    primary key (key_id, channel)
  );
  create index notified_changes_of_channel on notified_changes (channel);

  -- What needs an operator's attention
  create table service_findings (
    finding text primary key,
    since bigint not null,
    seen_at bigint not null
  );
`
