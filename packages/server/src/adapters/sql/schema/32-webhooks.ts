/** Webhooks of channels, and what was or is to be sent to them. One text for both engines. */
export const webhooks = `
  create table webhooks (
    webhook_id text primary key,
    channel bigint not null,
    user_id text not null,
    url text not null,
    events text not null,
    contents text not null,
    created_at bigint not null,
    -- Secrets aren't stored: they follow from this number
    secret_no bigint not null,
    secret_at bigint not null,
    -- Null: it is on
    off_because text,
    -- The last change of the channel that was looked at
    change_no bigint not null,
    last_no bigint not null,
    sent_at bigint,
    failing_since bigint,
    paused_until bigint not null
  );
  create index webhooks_of_channel on webhooks (channel);

  -- Without contents, which are read when it is sent
  create table webhook_deliveries (
    channel bigint not null,
    webhook_id text not null,
    no bigint not null,
    event text not null,
    -- What it is about, as JSON: IDs and positions
    subject text not null,
    at bigint not null,
    attempts bigint not null,
    -- Null: it was sent, or given up
    next_at bigint,
    tried_at bigint,
    status bigint,
    problem text not null,
    answer text not null,
    primary key (webhook_id, no)
  );
  create index webhook_deliveries_of_channel on webhook_deliveries (channel);
  create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, no) where next_at is not null;
  create index webhook_deliveries_by_time on webhook_deliveries (at);
`
