/** Whether a language model may answer questions about a channel's messages. One text for both engines. */
export const asking = `
  alter table channel_settings add column ask_with_model bigint not null default 0;
  -- 1: that it may still has to be announced in the chat
  alter table channel_settings add column ask_news bigint not null default 0;
`
