/** What people need to know about webhooks that fail. One text for both engines. */
export const webhookFailures = `
  alter table webhooks add column off_at bigint;
  -- When an attempt last failed
  alter table webhooks add column failed_at bigint;
  -- 1: that it is on still has to be announced in the chat
  alter table webhooks add column is_news bigint not null default 0;
  alter table channels add column webhook_news bigint not null default 0;
  -- To notify the owner's browsers of those that turned themselves off
  create index webhooks_turned_off on webhooks (user_id) where off_because in ('gone', 'failing');

  -- The code of an error. What is wrong became a word instead of a sentence
  alter table webhook_deliveries add column detail text not null default '';
  update webhook_deliveries set problem = 'rejected' where problem <> '';
  -- Receivers may have repeated messages
  update webhook_deliveries set answer = '' where answer <> '';
`
